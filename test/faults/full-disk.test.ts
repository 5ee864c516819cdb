import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { createDataFolder, dataFolderAt } from '../harness/data-folder.ts';
import { call, listAll, type ApiResponse } from '../harness/http.ts';
import { signInAdmin } from '../harness/in-process.ts';
import { patience } from '../harness/patience.ts';
import { pictureOf } from '../harness/pictures.ts';
import { contentsIn, expectEqualToReplay } from '../harness/replayed.ts';
import { startProcess } from '../harness/server-process.ts';
import { expectDocumentsAsFolded } from '../properties/folded.ts';

/**
 * A disk of 14 MB at $1 in its own mount namespace (not every system allows one), 6 MB of it in use. A line on standard
 * input frees these 6 MB; at the end the disk's content is copied to $2.
 */
const onSmallDisk = `
  mount -t tmpfs -o size=14m tmpfs "$1" || exit 77
  dd if=/dev/zero of="$1/ballast" bs=1024 count=6144 2>/dev/null
  "$3" "$4" </dev/null &
  server=$!
  trap 'kill -TERM $server' TERM
  read -r line && rm "$1/ballast"
  while kill -0 $server 2>/dev/null; do wait $server; code=$?; done
  cp -a "$1/." "$2"
  exit $code
`;

test('with a full disk only writes are refused, none is half done, and they work again once there is space', async ({
  skip,
}) => {
  await using place = await createDataFolder();
  const [disk, copy] = [path.join(place.path, 'disk'), path.join(place.path, 'copy')];
  await mkdir(disk);
  await mkdir(copy);
  await using server = startProcess({
    dataDir: disk,
    within: ['unshare', '-rm', 'sh', '-c', onSmallDisk, 'sh', disk, copy],
  });
  const started = await Promise.race([server.ready(), server.ended]).catch(async () => server.ended);
  if (typeof started !== 'string') return skip('no disk of one’s own can be made here');
  const origin = started;
  const { token } = await signInAdmin(origin);
  const submit = (name: string, key: string): Promise<ApiResponse> =>
    call(origin, 'POST', '/api/cities', {
      token,
      key,
      body: { name, country: 'X'.repeat(100), imageUrl: `https://example.org/${'x'.repeat(1900)}` },
    });

  const kept: string[] = [];
  const refused: { readonly name: string; readonly key: string }[] = [];
  while (refused.length < 20) {
    const batch = Array.from({ length: 10 }, () => ({ name: `City ${randomUUID()}`, key: randomUUID() }));
    const responses = await Promise.all(batch.map(({ name, key }) => submit(name, key)));
    responses.forEach((response, at) => {
      const sent = batch[at];
      if (sent === undefined) throw new Error('an answer to nothing');
      if (response.status === 201) return kept.push(sent.name);
      expect(response.status, response.text).toBe(503);
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
      return refused.push(sent);
    });
  }
  expect(kept.length).toBeGreaterThan(10);

  // Reads still work, and a photo is refused like other writes.
  const cities = await listAll(origin, '/api/cities');
  expect(cities.length).toBeGreaterThan(0);
  const photo = await call(origin, 'POST', `/api/locations/${cities[0].id}/photos`, {
    token,
    body: { imageData: await pictureOf(1), fileName: 'a.png' },
  });
  expect([404, 503]).toContain(photo.status);
  expect((await call(origin, 'GET', '/healthz')).status).toBe(200);
  const ready = await call(origin, 'GET', '/readyz');
  expect(ready).toMatchObject({ status: 503, body: { reason: 'The disk that holds DATA_DIR is full' } });

  const errors = server
    .logged()
    .split('\n')
    .filter((line) => line.includes('"level":50'));
  expect(errors.some((line) => /database or disk is full.*"msg":"request failed"/.test(line))).toBe(true);

  server.tell('make room');
  for (const { name, key } of refused) {
    let response = await submit(name, key);
    for (const timeout = AbortSignal.timeout(patience); response.status === 503;) {
      timeout.throwIfAborted();
      await delay(50);
      response = await submit(name, key);
    }
    expect(response.status, response.text).toBe(201);
    kept.push(name);
  }
  await expect.poll(async () => (await call(origin, 'GET', '/readyz')).status).toBe(200);
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });

  const data = dataFolderAt(copy);
  const events = await data.events();
  const names = events.flatMap(({ type, data }) => (type === 'city-submitted.v1' ? [data.name] : []));
  expect(names.sort()).toEqual(kept.sort());
  expect(events.filter(({ type }) => type === 'city-approved.v1')).toHaveLength(kept.length);
  await expectEqualToReplay(data);
  expectDocumentsAsFolded(await contentsIn(data), events);
});
