import { join } from 'node:path';

import { expect, test } from 'vitest';

import { at, modelOf, put, puts } from '#projections/testing/places';
import { folderOfTest } from '../../../test/harness/folders.ts';
import { openSqlite } from '../../sqlite/connection.mjs';
import { openReadStore } from '../index.ts';
import { guessDocuments } from './trigrams.ts';

test('estimates the number of documents from their density, whatever was overwritten or deleted', async () => {
  const path = join(folderOfTest(), 'read-models.db');
  await using store = await openReadStore({ path, warn: () => undefined });
  const writer = await store.writer(modelOf(['city']));
  const places = Array.from({ length: 300 }, (_, order) => put(`p${order}`, 1, { order }));
  await writer.commit(puts(...places), at(1));
  using sqlite = openSqlite(path);
  const guess = () => guessDocuments(sqlite, 'c1_places_texts');
  expect(guess()).toBeGreaterThan(270);
  expect(guess()).toBeLessThan(330);
  const rewritten = places.map(({ document }) => put(document.id, 2, { order: document.order, name: 'new' }));
  await writer.commit(puts(...rewritten), at(2));
  expect(guess()).toBeLessThan(330);
  const doomed = places
    .slice(150)
    .map(({ document: { id } }) => ({ collection: 'places', id, position: 3n }));
  await writer.commit({ puts: [], deletes: doomed }, at(3));
  expect(guess()).toBeGreaterThan(120);
  expect(guess()).toBeLessThan(180);
});
