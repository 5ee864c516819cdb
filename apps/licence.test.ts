import { describe, expect, it } from 'vitest';

import { readConfig } from './config.ts';

const licenceOf = (PHOTO_LICENCE?: string) => readConfig({ PHOTO_LICENCE }).photoLicence;

describe('PHOTO_LICENCE', () => {
  it.each([
    [undefined, 'CC BY 4.0', 'https://creativecommons.org/licenses/by/4.0/'],
    ['', 'CC BY 4.0', 'https://creativecommons.org/licenses/by/4.0/'],
    ['CC BY 4.0', 'CC BY 4.0', 'https://creativecommons.org/licenses/by/4.0/'],
    ['Our own rules', 'Our own rules', null],
    ['  CC0  https://example.org/cc0 ', 'CC0', 'https://example.org/cc0'],
    ['Version: 2 http://localhost/x', 'Version: 2', 'http://localhost/x'],
  ])('%j means the licence %j with the address %j', (value, name, url) => {
    expect(licenceOf(value)).toEqual({ name, url });
  });

  it.each([
    ['https://example.org/alone', 'begins with the name'],
    ['Evil javascript:alert(1)', 'the address must begin with https:// or http://'],
    ['CC0 https:example.org/cc0', 'the address must begin with https:// or http://'],
    ['x'.repeat(101), 'Its name must be at most 100 characters'],
    ['An\u202eother', 'Its name contains characters that cannot be shown'],
  ])('is refused if it is %j', (value, message) => {
    expect(() => licenceOf(value)).toThrow(`PHOTO_LICENCE: ${message}`);
  });
});
