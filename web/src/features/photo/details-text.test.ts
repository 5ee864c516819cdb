import { describe, expect, it } from 'vitest';

import { gearText, takenText } from './details-text.ts';

const nothing = { camera: null, focalLength: null, aperture: null, exposure: null, iso: null };

describe('the camera of a photo', () => {
  it('is one line with the known details', () => {
    const all = { camera: 'FUJIFILM X-T5', focalLength: 23, aperture: 8, exposure: '1/125', iso: 200 };
    expect(gearText(all)).toBe('Fujifilm X-T5 · 23 mm · f/8 · 1/125 · ISO 200');
    expect(gearText({ ...nothing, aperture: 1.8, exposure: '2.5' })).toBe('f/1.8 · 2.5 s');
    expect(gearText(nothing)).toBeNull();
  });
  it.each([
    ['NIKON Z 8', 'Nikon Z 8'],
    ['SONY ILCE-7M4', 'Sony ILCE-7M4'],
    ['Canon EOS R5', 'Canon EOS R5'],
    ['SIGMATRON', 'SIGMATRON'],
  ])('%s is called %s', (camera, called) => {
    expect(gearText({ ...nothing, camera })).toBe(called);
  });
});

it('the time is the camera’s local time, whatever the reader’s time zone', () => {
  expect(takenText('2026-10-03T18:42:10')).toBe('3 Oct 2026, 18:42');
});
