import { setTimeout as delay } from 'node:timers/promises';

import sharp from 'sharp';

import { claimSize } from '#command-service/photo/images/test-pictures';

import { createDataFolder } from '../harness/data-folder.ts';
import { call } from '../harness/http.ts';
import { register, signInAdmin, type Person } from '../harness/in-process.ts';
import { pictureOf } from '../harness/pictures.ts';
import { startProcess } from '../harness/server-process.ts';
import type { Attack, Outcome } from './attack.ts';
import { givenPlace } from './place.ts';
import { inMegabytes, watchMemory } from './process-memory.ts';

const accounts = 4;
/** Bytes that all processes of the service together may have in memory. */
const memoryMost = 800_000_000;

/**
 * Small files that are expensive to decode, from four accounts at once: the most expensive accepted ones, and some
 * that are refused. Meanwhile a trusted person, whose photos need no review, uploads small pictures. The size is how
 * many.
 */
export const attack: Attack = { fullSize: 100, run };

async function run(size: number): Promise<Outcome> {
  const pictures = await heavyPictures(size);
  await using folder = await createDataFolder();
  const environment = { RATE_LIMIT: 'on', WRITES_PER_MINUTE: '100000' };
  await using server = startProcess({ dataDir: folder.path, environment });
  const origin = await server.ready();
  const admin = await signInAdmin(origin);
  const place = await givenPlace(origin, admin);
  const people: Person[] = [];
  for (let number = 0; number < accounts; number += 1) people.push(await register(origin, `heavy-${number}`));
  const somebody = await register(origin, 'somebody-else');
  await call(origin, 'POST', `/api/admin/people/${somebody.id}/trust`, { token: admin.token, body: {} });

  await using memory = watchMemory(server.pid);
  const before = await memory.now();
  const responded = new Map<number, number>();
  const over = new AbortController();
  let sent = 0;
  const flood = people.map(async (person) => {
    while (sent < size) {
      const { name, imageData } = pictures[sent % pictures.length] ?? { name: '', imageData: '' };
      sent += 1;
      const body = { imageData, fileName: name };
      const { status } = await uploadBy(origin, person, place, body);
      responded.set(status, (responded.get(status) ?? 0) + 1);
    }
  });
  const finished = Promise.all(flood).then(() => over.abort());
  let [taken, refused] = [0, 0];
  do {
    const body = { imageData: await pictureOf(taken + refused), fileName: 'small.png' };
    const { status } = await uploadBy(origin, somebody, place, body);
    if (status === 201) taken += 1;
    else refused += 1;
    await delay(100);
  } while (!over.signal.aborted);
  await finished;
  const health = await call(origin, 'GET', '/healthz');
  const statuses = [...responded].map(([status, count]) => `${count} by ${status}`).join(', ');
  return {
    held: memory.peak() < memoryMost && taken > 0 && refused === 0 && health.status === 200,
    facts: [
      `${size} costly pictures from ${accounts} accounts were answered: ${statuses}.`,
      `All processes of the service had ${inMegabytes(before)} MB in memory before, ${inMegabytes(memory.peak())} MB at most.`,
      `Meanwhile ${taken} small uploads of another person were taken and ${refused} refused; /healthz ${health.status}.`,
    ],
  };
}

const uploadBy = (origin: string, { token }: Person, place: string, body: object) =>
  call(origin, 'POST', `/api/locations/${place}/photos`, { token, body });

interface Picture {
  readonly name: string;
  readonly imageData: string;
}

/** Single-colour pictures, at most one of each kind. The cost depends only on the number of pixels. */
async function heavyPictures(number: number): Promise<Picture[]> {
  const flat = (width: number, height: number) =>
    sharp({
      create: { width, height, channels: 4, background: { r: 200, g: 60, b: 50, alpha: 0.5 } },
      limitInputPixels: false,
    });
  const deep = (width: number, height: number) => flat(width, height).toColourspace('rgb16');
  const makers: Readonly<Record<string, () => Promise<Buffer>>> = {
    'JPEG of 50 megapixels': claimedJpeg,
    'AVIF of 12': () => deep(4000, 3000).avif({ effort: 0, bitdepth: 12 }).toBuffer(),
    'interlaced PNG of 25': () => deep(5000, 5000).png({ progressive: true }).toBuffer(),
    'WebP of 50': () => flat(10_000, 5000).webp({ lossless: true, effort: 0 }).toBuffer(),
    // These two crashed the first release and are refused now.
    'interlaced PNG of 50': () => deep(7071, 7071).png({ progressive: true }).toBuffer(),
    'AVIF of 50': () => flat(7071, 7071).avif({ effort: 0 }).toBuffer(),
    'GIF of 50': () => flat(10_000, 5000).gif({ effort: 1 }).toBuffer(),
  };
  const made: Picture[] = [];
  for (const [name, make] of Object.entries(makers).slice(0, number)) {
    made.push({ name, imageData: `data:image/x;base64,${(await make()).toString('base64')}` });
  }
  return made;
}

/** Some 800 bytes that claim to be 10,000 x 5,000 pixels of four full channels, and are decoded as such. */
async function claimedJpeg(): Promise<Buffer> {
  const small = sharp({ create: { width: 64, height: 64, channels: 3, background: '#c83c32' } });
  const bytes = await small
    .toColourspace('cmyk')
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return claimSize(bytes, '\xff\xc2', 5, Buffer.from([0x13, 0x88, 0x27, 0x10]));
}
