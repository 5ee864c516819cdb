import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { keepFor } from './kept-caches.ts';

const names = new Set<string>();
const namesAfter = async (userId: string | null) => {
  await keepFor(userId);
  return [...names].sort();
};

beforeEach(() => {
  names.clear();
  vi.stubGlobal('caches', {
    keys: async () => [...names],
    open: async (name: string) => void names.add(name),
    delete: async (name: string) => names.delete(name),
  });
  vi.stubGlobal('navigator', { locks: { request: (_: string, work: () => unknown) => work() } });
});
afterEach(() => vi.unstubAllGlobals());

it('what a person has viewed is deleted when they leave or another person signs in, except the code', async () => {
  for (const name of ['code', 'pages', 'answers']) names.add(name);
  expect(await namesAfter('ada')).toEqual(['answers', 'code', 'pages', 'personal ada']);
  expect(await namesAfter('ada')).toEqual(['answers', 'code', 'pages', 'personal ada']);
  expect(await namesAfter('ben')).toEqual(['code', 'personal ben']);
  names.add('pages');
  expect(await namesAfter(null)).toEqual(['code']);
});

it('a visitor’s pages stay', async () => {
  for (const name of ['code', 'pages']) names.add(name);
  expect(await namesAfter(null)).toEqual(['code', 'pages']);
});
