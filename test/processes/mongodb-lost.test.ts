import { expect, test } from 'vitest';

import { createEmbeddedFolder } from '../harness/data-folder.ts';
import { call } from '../harness/http.ts';
import { signInAdmin } from '../harness/in-process.ts';
import { cityInput } from '../harness/inputs.ts';
import { startProcess } from '../harness/server-process.ts';
import { freshDatabase } from '../mongodb-server/database.ts';
import { startMongoTestServer } from '../mongodb-server/server.ts';
import { openTcpProxy, type TcpProxy } from '../tcp-proxy.ts';

/** The driver waits for a server much longer than a test does. */
const patientDriver = 'serverSelectionTimeoutMS=600000&socketTimeoutMS=600000';

const lose = {
  refuses: (proxy: TcpProxy) => proxy.refuse(),
  'is silent': (proxy: TcpProxy) => proxy.stall(),
};

test.each(['refuses', 'is silent'] as const)(
  'on SIGTERM no process waits for a MongoDB that %s, and nothing acknowledged is lost',
  async (how) => {
    await using mongo = await startMongoTestServer({ replicaSet: true });
    await using proxy = await openTcpProxy({ host: '127.0.0.1', port: Number(new URL(mongo.url).port) });
    await using database = await freshDatabase(mongo.url);
    const url = new URL(database.url);
    url.port = String(proxy.port);
    url.search = `directConnection=true&${patientDriver}`;
    await using folder = await createEmbeddedFolder();
    const run = (script: string) =>
      startProcess({ dataDir: folder.path, script, environment: { MONGODB_URL: url.href } });

    await using projections = run('projections');
    await using command = run('command');
    await using query = run('query');
    const origin = await command.ready();
    await Promise.all([projections, query].map((process) => process.ready()));
    const { token } = await signInAdmin(origin);
    const { status, body } = await call(origin, 'POST', '/api/cities', { token, body: cityInput() });
    expect(status).toBe(201);

    lose[how](proxy);
    const all = [query, command, projections];
    const ends = await Promise.all(all.map((process) => process.end('SIGTERM')));
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);

    proxy.restore();
    await using _next = run('projections');
    await using again = run('command');
    const read = await call(await again.ready(), 'GET', `/api/cities/${String(body.id)}`);
    expect(read.status).toBe(200);
  },
);
