import { expect, test } from 'vitest';

import { createEmbeddedFolder } from '../harness/data-folder.ts';
import { call } from '../harness/http.ts';
import { startProcess } from '../harness/server-process.ts';
import { openTestServers } from '../mongodb-server/database.ts';
import { until } from './world.ts';

const readiness = async (origin: string) => {
  const { status, body } = await call(origin, 'GET', '/readyz');
  return { status, reason: body.reason };
};
const ready = { status: 200, reason: undefined };
const alone = { status: 503, reason: expect.stringContaining('npm run start:projections') };

test('a command process is not ready if nobody writes the read models, and reports it', async () => {
  await using folder = await createEmbeddedFolder();
  await using servers = await openTestServers({ replicaSet: true });
  await using database = await servers.fresh();
  const run = (script: string) =>
    startProcess({ dataDir: folder.path, script, environment: { MONGODB_URL: database.url } });

  await using command = run('command');
  const origin = await command.origin();
  // The administrator exists, so the rest has started.
  await until(async () => command.said().includes('The administrator is'));
  expect(await readiness(origin)).toEqual(alone);

  await using projections = run('projections');
  await until(async () => (await readiness(origin)).status === 200);
  await using query = run('query');
  await query.ready();
  await projections.end('SIGTERM');
  expect(await readiness(origin)).toEqual(alone);
  // Existing data can still be read.
  expect(await readiness(await query.origin())).toEqual(ready);

  await using _next = run('projections');
  await until(async () => (await readiness(origin)).status === 200);
});
