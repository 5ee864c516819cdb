import path from 'node:path';

import { onTestFinished } from 'vitest';

import { openEventLog, type EventLog } from '#platform/event-log/index';
import { openPhotoStore, type PhotoStore } from '#platform/photo-store/index';
import {
  firstChoices,
  firstCredentials,
  firstStanding,
  openRecordStore,
  type Account,
  type RecordStore,
} from '#platform/record-store/index';

import { folderOfTest } from './folders.ts';

// New embedded stores, each in a folder of its own by default. They are closed after the running test and its hooks.

async function untilEndOfTest<T extends AsyncDisposable>(opening: Promise<T>): Promise<T> {
  const store = await opening;
  onTestFinished(() => store[Symbol.asyncDispose]());
  return store;
}

export const logOfTest = (folder = folderOfTest()): Promise<EventLog> =>
  untilEndOfTest(openEventLog({ path: path.join(folder, 'events.db'), streamPrefix: '' }));

export const recordsOfTest = (folder = folderOfTest()): Promise<RecordStore> =>
  untilEndOfTest(openRecordStore({ path: path.join(folder, 'records.db') }));

export const photosOfTest = (folder = folderOfTest()): Promise<PhotoStore> =>
  untilEndOfTest(openPhotoStore({ folder: path.join(folder, 'photos') }));

/** An account as the records hold it. */
export const accountOf = (id: string, createdAt: number, changes: Partial<Account> = {}): Account => ({
  id,
  email: `${id}@example.org`,
  emailVerified: false,
  firstName: 'Ada',
  lastName: null,
  profileImageUrl: null,
  passwordHash: null,
  createdAt,
  updatedAt: createdAt,
  recorded: true,
  standing: firstStanding,
  credentials: firstCredentials,
  ...firstChoices,
  ...changes,
});
