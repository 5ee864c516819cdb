import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { givenPlace } from '../attacks/place.ts';
import { createDataFolder } from '../harness/data-folder.ts';
import { call } from '../harness/http.ts';
import { signInAdmin } from '../harness/in-process.ts';
import { pictureOf } from '../harness/pictures.ts';
import { startProcess } from '../harness/server-process.ts';

/** A disk of 500 MB at $1 in its own mount namespace: less than uploads leave free for the log. */
const onSmallDisk = 'mount -t tmpfs -o size=500m tmpfs "$1" || exit 77; exec "$2" "$3"';

test('uploads are refused before the disk is full; everything else still works', async ({ skip }) => {
  await using place = await createDataFolder();
  const disk = path.join(place.path, 'disk');
  await mkdir(disk);
  await using server = startProcess({
    dataDir: disk,
    within: ['unshare', '-rm', 'sh', '-c', onSmallDisk, 'sh', disk],
  });
  const started = await Promise.race([server.ready(), server.ended]).catch(async () => server.ended);
  if (typeof started !== 'string') return skip('no disk of one’s own can be made here');
  const admin = await signInAdmin(started);
  const location = await givenPlace(started, admin);
  const body = { imageData: await pictureOf(1), fileName: 'a.png' };
  const refused = await call(started, 'POST', `/api/locations/${location}/photos`, { ...admin, body });
  expect(refused.status, refused.text).toBe(503);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  await givenPlace(started, admin);
  expect((await call(started, 'GET', '/readyz')).status).toBe(200);
});
