import { expect, it } from 'vitest';

import type { Attack } from './attack.ts';
import { attack as costlySearches } from './costly-searches.attack.ts';
import { attack as floodedQueue } from './flooded-queue.attack.ts';
import { attack as heavyPictures } from './heavy-pictures.attack.ts';
import { attack as heldUploads } from './held-uploads.attack.ts';
import { attack as hostileMetadata } from './hostile-metadata.attack.ts';
import { attack as liveConnections } from './live-connections.attack.ts';
import { attack as piledEdits } from './piled-edits.attack.ts';
import { attack as spreadGuessing } from './spread-guessing.attack.ts';
import { attack as unreadPictures } from './unread-pictures.attack.ts';

/** Every attack in small form; `ATTACK_TIMES=4` makes each four times as large. */
const times = Number(process.env['ATTACK_TIMES'] ?? 1);

it.each<readonly [string, number, Attack]>([
  ['searches that cost much leave room for others', 100, costlySearches],
  ['new accounts can put only a limited number of items each into the queue', 3, floodedQueue],
  [
    'pictures that are expensive to decode stay within the memory limit, and others can upload',
    3,
    heavyPictures,
  ],
  ['uploads that are held open take no more memory, and others can upload', 30, heldUploads],
  ['pictures with hostile EXIF are taken without it, and others can upload', 16, hostileMetadata],
  ['live connections in large numbers leave room for others', 60, liveConnections],
  ['rating a location with many old edits costs no more than any other', 2000, piledEdits],
  [
    'guessing at one account from many addresses is slow, and its owner can sign in meanwhile',
    12,
    spreadGuessing,
  ],
  ['answers with pictures that nobody reads take little memory', 60, unreadPictures],
])('%s', { timeout: times * 180_000 }, async (_promise, size, { run }) => {
  const { held, facts } = await run(times * size);
  expect(held, facts.join('\n')).toBe(true);
});
