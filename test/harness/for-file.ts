import { afterAll, expect } from 'vitest';

import { createDataFolder } from './data-folder.ts';
import { adminPassword, register, signInAdmin, startInProcess } from './in-process.ts';

/** Disposes of the resource after the last test of the calling file, in reverse order of creation. */
export function untilEndOfFile<T extends AsyncDisposable>(resource: T): T {
  afterAll(() => resource[Symbol.asyncDispose]());
  return resource;
}

/**
 * Starts a server on a new folder for all tests of the calling file, with its administrator and two people. It is
 * stopped after the file's tests, and must not have logged an error.
 */
export async function startPopulated() {
  const folder = untilEndOfFile(await createDataFolder());
  const server = untilEndOfFile(await startInProcess(folder, { ADMIN_PASSWORD: adminPassword }));
  afterAll(() => expect(server.faults).toEqual([]));
  const { origin } = server;
  const [admin, ann, bob] = [
    await signInAdmin(origin),
    await register(origin, 'ann'),
    await register(origin, 'bob'),
  ];
  return { folder, server, admin, ann, bob };
}
