import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { pino } from 'pino';
import { expect } from 'vitest';

import { parseEvent } from '#contracts/events';
import type { EventLog } from '#platform/event-log/index';
import { readModels } from '#projections/read-models';
import { openReadStore, type Document, type ReadStore } from '#platform/read-store/index';
import { createProjections } from '#platform/projections/runner';

import type { DataFolder } from './data-folder.ts';

export type Contents = Readonly<Record<string, Readonly<Record<string, Document>>>>;

/** Every document of every read model, by `model/collection` and id. */
async function contentsOf(store: ReadStore): Promise<Contents> {
  const contents: Record<string, Record<string, Document>> = {};
  for (const { declaration } of readModels) {
    const reader = await store.reader(declaration);
    for (const { name } of declaration.collections) {
      const documents: Record<string, Document> = (contents[`${declaration.name}/${name}`] = {});
      for await (const { document } of reader.scan(name)) documents[document.id] = document;
    }
  }
  return contents;
}

/** The content of read models rebuilt from the log alone. */
async function replayed(log: EventLog): Promise<Contents> {
  const folder = await mkdtemp(path.join(tmpdir(), 'replayed-'));
  try {
    await using store = await openStore(path.join(folder, 'read-models.db'));
    await applyAll(log, store);
    return await contentsOf(store);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function applyAll(log: EventLog, store: ReadStore): Promise<void> {
  const logger = pino({ level: 'silent' });
  await using projections = await createProjections({
    log,
    store,
    models: readModels,
    parse: parseEvent,
    logger,
  });
  await projections.caughtUp();
}

/**
 * Expects the documents that a running server has updated event by event to equal those of a replay. The read models
 * must have caught up.
 */
export async function expectEqualToReplay(folder: DataFolder): Promise<void> {
  await using log = await folder.openLog();
  expect(await contentsIn(folder)).toEqual(await replayed(log));
}

/** The content of a running server's read models, read from outside. */
export async function contentsIn(folder: DataFolder): Promise<Contents> {
  await using store = await folder.openReadStore();
  return await contentsOf(store);
}

function openStore(file: string): Promise<ReadStore> {
  return openReadStore({
    path: file,
    warn: (message) => {
      throw new Error(message);
    },
  });
}
