import { describe, expect, it } from 'vitest';

import { errorStatus, type ErrorCode } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';

import { kindOf, problemOfResponse, problemOfFile, problems } from './file-problem.ts';

const bytes = (text: string) => Uint8Array.from([...text], (letter) => letter.charCodeAt(0));

it.each([
  ['\xff\xd8\xff\xe1', 'jpeg'],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['GIF89a', 'gif'],
  ['RIFF\0\0\0\0WEBPVP8 ', 'webp'],
  ['\0\0\0\x20ftypavif\0\0\0\0avifmif1', 'avif'],
  ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'heic'],
  ['\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'heic'],
  ['\0\0\0\x18ftypcrx \0\0\0\0', 'raw'],
  ['II*\0\x08\0\0\0', 'raw'],
  ['\0\0\0\x18ftypisom\0\0\0\0mp41', 'other'],
  ['<svg xmlns', 'other'],
  ['', 'other'],
] as const)('%j begins a file of kind %s', (head, kind) => {
  expect(kindOf(bytes(head))).toBe(kind);
});

describe('the problem of a file', () => {
  const file = (type: string, size = 10) => ({ type, size });
  it('is known before sending, if the first bytes show it', () => {
    expect(problemOfFile(file('image/jpeg', limits.photoBytes), 'jpeg')).toBeNull();
    expect(problemOfFile(file(''), 'png')).toBeNull();
    expect(problemOfFile(file('text/plain'), 'other')).toBe(problems.notAnImage);
    expect(problemOfFile(file('image/heic'), 'heic')).toBe(problems.heic);
    expect(problemOfFile(file('', limits.photoBytes + 1), 'raw')).toBe(problems.raw);
    expect(problemOfFile(file('image/svg+xml'), 'other')).toBe(problems.unknownFormat);
    expect(problemOfFile(file('image/jpeg', limits.photoBytes + 1), 'jpeg')).toBe(problems.tooLarge);
  });

  const respond = (code: ErrorCode) => ({
    status: errorStatus[code],
    code,
    message: `The server on ${code}`,
    errors: [],
  });
  it.each([
    ['not-an-image', null],
    ['photo-already-here', null],
    ['too-many-photos', null],
    ['location-not-found', null],
    ['account-blocked', null],
    ['file-too-large', 'shrink'],
    ['too-many-pixels', 'shrink'],
    ['too-many-requests', 'retry'],
    ['too-slow', 'retry'],
    ['request-running', 'retry'],
    ['unauthorized', 'retry'],
    ['unavailable', 'retry'],
  ] as const)('after the answer %s: the remedy is %s', (code, remedy) => {
    expect(problemOfResponse(respond(code), 'jpeg').remedy).toBe(remedy);
  });

  it('comes from the file’s first bytes, or from the server if it knows better', () => {
    expect(problemOfResponse(respond('not-an-image'), 'jpeg')).toBe(problems.damaged);
    expect(problemOfResponse(respond('not-an-image'), 'other')).toBe(problems.unknownFormat);
    expect(problemOfResponse(respond('account-blocked'), 'jpeg').text).toBe('The server on account-blocked');
    const errors = [{ path: 'caption', message: 'Too long' }];
    expect(problemOfResponse({ ...respond('invalid'), errors }, 'jpeg').text).toBe('Too long');
    expect(problemOfResponse({ status: 0, code: 'offline', message: '', errors: [] }, 'jpeg')).toEqual({
      text: 'No connection. The photo is still selected.',
      remedy: 'retry',
    });
  });
});
