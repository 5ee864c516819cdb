import { describe, expect, it } from 'vitest';

import { submissionKey, submissionSettled } from './submission-key.ts';

describe('the key of a form', () => {
  it('stays the same while the outcome is unknown', () => {
    const request = { url: '/api/cities', body: { name: 'Lindau' } };
    expect(submissionKey(request).key).toBe(submissionKey({ ...request }).key);
  });
  it('changes once the server has answered', () => {
    const request = { url: '/api/cities', body: { name: 'Görlitz' } };
    const first = submissionKey(request);
    submissionSettled(first);
    expect(submissionKey(request).key).not.toBe(first.key);
  });
  it('differs for other content or another address', () => {
    const { key } = submissionKey({ url: '/api/cities', body: { name: 'Bregenz' } });
    expect(submissionKey({ url: '/api/cities', body: { name: 'Konstanz' } }).key).not.toBe(key);
    expect(submissionKey({ url: '/api/locations', body: { name: 'Bregenz' } }).key).not.toBe(key);
  });
  it('is remembered for the eight forms that were sent last', () => {
    const form = (at: number) => ({ url: '/api/cities', body: { at } });
    const keyOf = (at: number) => submissionKey(form(at)).key;
    const [first, second] = [keyOf(1), keyOf(2)];
    for (let at = 3; at <= 8; at += 1) keyOf(at);
    expect(keyOf(1)).toBe(first);
    keyOf(9);
    expect(keyOf(1)).toBe(first);
    expect(keyOf(2)).not.toBe(second);
  });
});
