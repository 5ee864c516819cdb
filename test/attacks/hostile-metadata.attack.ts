import sharp from 'sharp';

import { selfPointing, withExif } from '#command-service/photo/images/test-exif';

import { createDataFolder } from '../harness/data-folder.ts';
import { call } from '../harness/http.ts';
import { register, signInAdmin, type Person } from '../harness/in-process.ts';
import { pictureOf } from '../harness/pictures.ts';
import { startProcess } from '../harness/server-process.ts';
import type { Attack, Outcome } from './attack.ts';
import { givenPlace } from './place.ts';

const accounts = 8;

/**
 * Small pictures whose EXIF an image library reads for seconds, from eight accounts at once. Meanwhile somebody else
 * uploads. The size is how many.
 */
export const attack: Attack = { fullSize: 160, run };

async function run(size: number): Promise<Outcome> {
  await using folder = await createDataFolder();
  const environment = { RATE_LIMIT: 'on', SIGNUPS_PER_MINUTE: '1000' };
  await using server = startProcess({ dataDir: folder.path, environment });
  const origin = await server.ready();
  const place = await givenPlace(origin, await signInAdmin(origin));
  const people: Person[] = [];
  for (let number = 0; number < accounts; number += 1)
    people.push(await register(origin, `hostile-${number}`));
  const somebody = await register(origin, 'somebody-else');
  const upload = async ({ token }: Person, imageData: string): Promise<number> => {
    const body = { imageData, fileName: 'a.jpg' };
    return (await call(origin, 'POST', `/api/locations/${place}/photos`, { token, body })).status;
  };

  let sent = 0;
  let respondedBefore = 0;
  let isResponded = false;
  const flood = people.map(async (person) => {
    const statuses: number[] = [];
    while (sent < size) {
      sent += 1;
      statuses.push(await upload(person, await hostile(sent)));
      if (!isResponded) respondedBefore += 1;
    }
    return statuses;
  });
  const honest = await upload(somebody, await pictureOf(0));
  isResponded = true;
  const statuses = (await Promise.all(flood)).flat();
  const taken = statuses.filter((status) => status === 201).length;
  return {
    held: honest === 201 && taken === size,
    facts: [
      `Of ${size} pictures with hostile EXIF from ${accounts} accounts, ${taken} were taken, without it.`,
      `The upload of another person was answered ${honest}, after ${respondedBefore} of them.`,
    ],
  };
}

/** Each has another number after its end, so that each is a new photo. */
async function hostile(number: number): Promise<string> {
  const jpeg = await sharp({ create: { width: 32, height: 24, channels: 3, background: '#2850a0' } })
    .jpeg()
    .toBuffer();
  const bytes = Buffer.concat([withExif(jpeg, selfPointing(5400)), Buffer.of(number)]);
  return `data:image/jpeg;base64,${bytes.toString('base64')}`;
}
