import { describe, expect, it } from 'vitest';

import { limits } from '#contracts/shared/limits';

import type { Problem } from '../../lib/upload/file-problem.ts';
import { refusalsOf } from '../../lib/upload/file-problem.ts';
import { fileSizeText, isSameFile, isToSend, isUnsent, uploadReducer, type Upload } from './upload-queue.ts';

const file = (name: string, type = 'image/jpeg', size = 10): File =>
  new File([new Uint8Array(size)], name, { type, lastModified: 1 });
const large = (name: string) => ({
  file: file(name, 'image/jpeg', limits.photoBytes + 1),
  kind: 'jpeg' as const,
});
const upload = (id: string, state: Upload['state'] = 'chosen'): Upload => ({
  id,
  file: file(`${id}.jpg`),
  kind: 'jpeg',
  preview: `blob:${id}`,
  key: `key-${id}`,
  state,
  progress: 0,
  problem: null,
  caption: '',
  details: null,
  madeFrom: null,
});
const statesOf = (uploads: readonly Upload[]): string =>
  uploads.map(({ id, state }) => `${id}:${state}`).join(' ');

describe('a chosen file', () => {
  it('is refused if it is not an image', () => {
    expect(refusalsOf([{ file: file('notes.txt', 'text/plain'), kind: 'other' }])).toMatchObject({
      title: 'Invalid File Type',
      text: ['notes.txt is not an image file.'],
    });
  });
  it('is refused above 5 MB, and accepted at exactly 5 MB', () => {
    expect(refusalsOf([large('big.jpg')])).toMatchObject({
      title: 'File Too Large',
      text: ['big.jpg is larger than 5MB.'],
      duration: 5000,
    });
    const fits = { file: file('fits.jpg', 'image/jpeg', limits.photoBytes), kind: 'jpeg' } as const;
    expect(refusalsOf([fits])).toBeNull();
  });
  it('is named with the others that are refused, in one message', () => {
    const notes = { file: file('notes.txt', 'text/plain'), kind: 'other' } as const;
    expect(refusalsOf([large('a.jpg'), large('b.jpg'), notes])).toMatchObject({
      title: 'File Too Large, Invalid File Type',
      text: ['a.jpg is larger than 5MB.', 'b.jpg is larger than 5MB.', 'notes.txt is not an image file.'],
    });
  });
  it('is accepted by its content if the system does not know its type', () => {
    expect(refusalsOf([{ file: file('a.jpg', ''), kind: 'jpeg' }])).toBeNull();
    expect(refusalsOf([{ file: file('a', ''), kind: 'other' }])).toMatchObject({
      title: 'Invalid File Type',
    });
  });
  it('is recognised when it is chosen twice', () => {
    expect(isSameFile(file('a.jpg'), file('a.jpg'))).toBe(true);
    expect(isSameFile(file('a.jpg'), file('b.jpg'))).toBe(false);
  });
  it('has a readable size', () => {
    expect([fileSizeText(900), fileSizeText(860_160), fileSizeText(3_355_443)]).toEqual([
      '900 B',
      '840 kB',
      '3.2 MB',
    ]);
  });
});

const why: Problem = { text: 'Why', remedy: 'retry' };

describe('an upload', () => {
  it('stays after a failure, with the reason and the key for its next attempt; completed uploads are removed', () => {
    const sent = [upload('a', 'sending'), upload('b', 'sending')];
    const arrived = uploadReducer(sent, { type: 'done', id: 'a' });
    const failed = uploadReducer(arrived, { type: 'failed', id: 'b', problem: why, key: 'next' });
    const settled = uploadReducer(failed, { type: 'settled' });
    expect(statesOf(settled)).toBe('b:failed');
    expect(settled[0]).toMatchObject({ problem: why, key: 'next' });
  });
  it('starts over when it is sent again', () => {
    const failed: Upload = { ...upload('a', 'failed'), progress: 0.7, problem: why };
    const [queued] = uploadReducer([failed, upload('b')], { type: 'queued', ids: ['a'] });
    expect(queued).toMatchObject({ state: 'waiting', progress: 0, problem: null });
  });
  it('is not sent again until it was made smaller, if it cannot succeed', () => {
    const [refused] = uploadReducer([{ ...upload('a', 'sending'), kind: 'png' }], {
      type: 'failed',
      id: 'a',
      problem: { text: 'Too large', remedy: 'shrink' },
      key: 'next',
    });
    expect(refused && isToSend(refused)).toBe(false);
    const made = { file: file('a.jpg'), preview: 'blob:b', details: null, key: 'other' };
    const [smaller] = uploadReducer(refused ? [refused] : [], { type: 'made', id: 'a', made });
    expect(smaller).toMatchObject({
      ...made,
      state: 'chosen',
      problem: null,
      kind: 'jpeg',
      madeFrom: 'png',
    });
  });
  it('has another key with another caption, because it is another request', () => {
    const captioned = { type: 'captioned', id: 'a', caption: 'Dawn', key: 'other' } as const;
    expect(uploadReducer([upload('a')], captioned)[0]).toMatchObject({ caption: 'Dawn', key: 'other' });
  });
  it('is unsent until it has arrived, unless it can never be sent', () => {
    const refused = (remedy: Problem['remedy']): Upload => ({
      ...upload('a', 'refused'),
      problem: { text: 'Why', remedy },
    });
    expect([upload('a'), upload('a', 'failed'), refused('shrink')].map(isUnsent)).toEqual([true, true, true]);
    expect([upload('a', 'done'), refused(null)].map(isUnsent)).toEqual([false, false]);
  });
  it('does not come back after its removal when its progress is reported', () => {
    const left = uploadReducer([upload('a', 'sending')], { type: 'removed', id: 'a' });
    expect(uploadReducer(left, { type: 'progressed', id: 'a', progress: 0.5 })).toEqual([]);
  });
});
