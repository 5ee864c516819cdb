import { parseEvent } from '#contracts/events';
import { administrator as asAdministrator, ordinaryPerson } from '#contracts/shared/person';
import { randomUUID } from 'node:crypto';
import path from 'node:path';

import pLimit from 'p-limit';
import sharp from 'sharp';

import { createAccounts } from '#command-service/account/accounts';
import { createPasswords } from '#command-service/account/passwords';
import { createCommands, type Commands } from '#command-service/commands';
import type { EventLog } from '#platform/event-log/index';
import { createFoldedStreams } from '#platform/commands/folded-streams';
import type { CommandContext } from '#platform/commands/handle-command';
import { createRenderer, type Renderer } from '#command-service/photo/images/render';
import { openPhotoStore, type PhotoStore } from '#platform/photo-store/index';
import { openRecordStore } from '#platform/record-store/index';

import { cityTexts, createRandom, placeTexts, type PlaceTexts, type Random } from './texts.ts';
import { plainDeps } from '#command-service/shared/given.test-helper';

export const adminEmail = 'admin@example.com';
export const adminPassword = 'benchmark-password';

/** A data folder with public cities, locations and activity. */
export interface World {
  readonly dataDir: string;
  readonly cityIds: readonly string[];
  readonly locationIds: readonly string[];
  readonly places: readonly PlaceTexts[];
  /** In the log. */
  readonly events: number;
}

export interface SeedOptions {
  readonly dataDir: string;
  readonly cities: number;
  readonly locations: number;
  /** Opens the log that belongs to a data folder. */
  readonly openLog: (dataDir: string) => Promise<EventLog>;
  readonly say: (text: string) => void;
}

type Actor = CommandContext['actor'];

/** Commands in flight. */
const parallel = 256;

/**
 * Fills an empty data folder through ordinary commands. The locations are the administrator's; for each there are
 * about three events by others (ratings, favorites, photos, edits).
 */
export async function seed({ dataDir, cities, locations, openLog, say }: SeedOptions): Promise<World> {
  const within = (name: string) => path.join(dataDir, name);
  await using log = await openLog(dataDir);
  await using photos = await openPhotoStore({ folder: within('photos') });
  const commands = createCommands({
    ...plainDeps,
    streams: createFoldedStreams(log, parseEvent),
    photos: putOnce(photos),
    renderer: renderOnce(),
  });
  const admin = asAdministrator(await administrator(log, within('records.db')));
  const random = createRandom(1);
  const limit = pLimit(parallel);

  const cityIds = await Promise.all(
    Array.from({ length: cities }, (_, number) =>
      limit(async () => (await commands.city.submit(cityTexts(random, number), by(admin))).id),
    ),
  );
  const places = Array.from({ length: locations }, () => placeTexts(random));
  const bytes = await picture();
  let done = 0;
  const locationIds = await Promise.all(
    places.map((place, at) =>
      limit(async () => {
        const cityId = cityIds[at % cityIds.length] ?? '';
        const { id } = await commands.location.submit({ ...place, cityId }, by(admin));
        await visit(commands, id, { random, bytes });
        done += 1;
        if (done % 1000 === 0) say(`Filling the log through commands: ${done} of ${locations} locations`);
        return id;
      }),
    ),
  );
  return { dataDir, cityIds, locationIds, places, events: await countEvents(log) };
}

async function countEvents(log: EventLog): Promise<number> {
  let events = 0;
  for await (const _event of log.readAll()) events += 1;
  return events;
}

const by = (actor: Actor): CommandContext => {
  const commandId = randomUUID();
  return { commandId, actor, correlationId: commandId, time: new Date() };
};
const someone = (): Actor => ordinaryPerson(randomUUID());

async function visit(
  { location, photo, giveOpinion }: Commands,
  id: string,
  { random, bytes }: { readonly random: Random; readonly bytes: Buffer },
): Promise<void> {
  for (let ratings = 0; ratings < 2; ratings += 1) {
    await giveOpinion(id, { type: 'rate', rating: 1 + random.below(5) }, by(someone()));
  }
  const lot = random.below(4);
  if (lot < 2) await giveOpinion(id, { type: 'favorite' }, by(someone()));
  if (lot === 2) {
    const upload = { locationId: id, fileName: 'picture.jpg', bytes };
    await photo.add(upload, by(someone()));
  }
  if (lot === 3) await location.edit(id, { address: `${random.below(900)} Changed Street` }, by(someone()));
}

async function administrator(log: EventLog, path: string): Promise<string> {
  await using records = await openRecordStore({ path });
  const passwords = await createPasswords();
  const accounts = createAccounts({
    streams: createFoldedStreams(log, parseEvent),
    records,
    passwords,
    adminEmail,
    clock: Date.now,
  });
  return (await accounts.ensureAdministrator(adminPassword, () => adminPassword)).id;
}

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: '#c96' } })
    .jpeg()
    .toBuffer();

/** Every location gets the same picture, which is decoded and stored once. */
function renderOnce(): Pick<Renderer, 'render'> {
  const renderer = createRenderer();
  let rendered: ReturnType<Renderer['render']> | undefined;
  return { render: (bytes) => (rendered ??= renderer.render(bytes)) };
}

function putOnce(photos: PhotoStore): PhotoStore {
  const put = new Map<string, Promise<void>>();
  return {
    ...photos,
    put(name, bytes) {
      const before = put.get(name) ?? photos.put(name, bytes);
      put.set(name, before);
      return before;
    },
  };
}
