import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';

import { decodeDataUrl } from './decode-data-url.ts';

function refusal(url: string): Refusal {
  try {
    decodeDataUrl(url);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('It was taken');
}

const dataUrl = (bytes: Uint8Array, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

describe('decodeDataUrl', () => {
  it.each([
    ['nothing', ''],
    ['an address', 'https://example.com/a.png'],
    ['bare base64', 'iVBORw0KGgo='],
    ['no comma', 'data:image/png;base64'],
    ['a comma too late', `data:image/png;x=${'y'.repeat(300)};base64,AAAA`],
    ['not base64', 'data:image/png,AAAA'],
    ['base64 before another parameter', 'data:image/png;base64;x=y,AAAA'],
    ['a character that is not base64', 'data:image/png;base64,AA*A'],
    ['the letters of the URL form', 'data:image/png;base64,-_-_'],
    ['white space', 'data:image/png;base64,AAAA AAAA'],
    ['a missing end', 'data:image/png;base64,AAAAA'],
    ['missing padding', 'data:image/png;base64,AA'],
    ['padding in the middle', 'data:image/png;base64,AA==AAAA'],
    ['only padding', 'data:image/png;base64,=='],
    ['bits that are not zero before the padding', 'data:image/png;base64,AB=='],
    ['a second URL behind', 'data:image/png;base64,AAAA,AAAA'],
  ])('refuses %s as invalid', (_, url) => {
    expect(refusal(url)).toMatchObject({ code: 'invalid', details: { errors: [{ path: 'imageData' }] } });
  });

  it.each(['', 'text/html', 'application/pdf', 'ximage/png', 'image', 'image/', 'image/png/x', 'image/a b'])(
    'refuses the declared type %j',
    (type) => {
      expect(refusal(`data:${type};base64,AAAA`).code).toBe('not-an-image');
    },
  );

  it('refuses an empty file, which is not a picture', () => {
    expect(refusal('data:image/png;base64,').code).toBe('not-an-image');
  });

  it('accepts the largest photo, and refuses one byte more', () => {
    const largest = Buffer.alloc(limits.photoBytes, 200);
    expect(decodeDataUrl(dataUrl(largest)).equals(largest)).toBe(true);
    expect(refusal(dataUrl(Buffer.alloc(limits.photoBytes + 1))).code).toBe('file-too-large');
  });

  it('handles seven million hostile characters like any others', () => {
    for (const filler of ['A', '=', 'A=', '*', ',', ';']) {
      const url = `data:image/png;base64,${filler.repeat(6_990_000 / filler.length)}*`;
      expect(['invalid', 'file-too-large']).toContain(refusal(url).code);
    }
    expect(refusal('data:'.repeat(1_400_000)).code).toBe('invalid');
  });

  it('accepts upper case, parameters and any image type', () => {
    for (const header of [
      'DATA:IMAGE/PNG;BASE64',
      'data:image/svg+xml;charset=utf-8;base64',
      'data:image/x-y.z;base64',
    ]) {
      expect([...decodeDataUrl(`${header},AQID`)]).toEqual([1, 2, 3]);
    }
  });

  it('returns exactly the bytes that were encoded', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) => {
        expect([...decodeDataUrl(dataUrl(bytes))]).toEqual([...bytes]);
      }),
    );
  });

  it('throws only refusals', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `data:image/png;base64,${text}`),
        ),
        (url) => {
          try {
            decodeDataUrl(url);
          } catch (error) {
            expect(error).toBeInstanceOf(Refusal);
          }
        },
      ),
    );
  });
});
