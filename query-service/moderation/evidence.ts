import { streamOf, type EventOf } from '#contracts/events';
import { evidenceFormat, type Evidence, type ProvedEvent } from '#contracts/moderation/proof';
import type { PhotoDocument } from '#contracts/read-models';
import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';
import type { RecordedEvent } from '#contracts/shared/recorded-event';
import type { ProvedLog } from '#platform/log-integrity/log-proof';
import type { QueryResponse } from '#platform/queries/query-response';
import type { Task } from '#platform/queries/shared-work';
import type { ReadModelReader } from '#platform/read-store/index';

import type { QueryContext } from '../query-context.ts';
import { signedFile } from './signed-file.ts';

type Entity = Evidence['entity'];

const collections = { city: 'cities', location: 'locations', photo: 'photos' } as const;
const missing = {
  city: 'city-not-found',
  location: 'location-not-found',
  photo: 'photo-not-found',
} as const;

/**
 * Everything that happened to an entity of any status, as a file: the events of its stream, and for a location also
 * those of its photos, stream by stream. They are read while the file is sent.
 * @throws Refusal `city-not-found`, `location-not-found`, `photo-not-found`
 */
export async function entityEvidence(
  context: QueryContext,
  entity: Entity,
  task: Task,
): Promise<QueryResponse> {
  const { reader } = context.models.places;
  if ((await reader.get(collections[entity.type], entity.id)) === undefined)
    throw new Refusal(missing[entity.type]);
  const log = await context.proof.now();
  return {
    body: [entity, log.treeHead],
    pieces: () => signedFile(evidenceFormat, membersOf(context, entity, log, task), context.proof),
    attachment: `${entity.type}-${entity.id}.evidence.json`,
    tags: [],
  };
}

async function* membersOf(
  { proof, models }: QueryContext,
  entity: Entity,
  log: ProvedLog,
  task: Task,
): AsyncGenerator<string> {
  const photos: { id: string; sha256: string }[] = [];
  yield `{"format":"${evidenceFormat}","entity":${JSON.stringify(entity)},"events":[`;
  let separator = '';
  for await (const stream of streamsOf(models.places.reader, entity)) {
    await task.yield();
    for await (const event of proof.readStream(stream)) {
      const proved = await provedEvent(proof, log, event);
      // The rest was appended since.
      if (proved === undefined) break;
      if (isPhotoAdded(event)) photos.push({ id: event.data.photoId, sha256: event.data.sha256 });
      yield separator + JSON.stringify(proved);
      separator = ',';
    }
  }
  yield `],"photos":${JSON.stringify(photos)},"treeHead":${JSON.stringify(log.treeHead)}`;
}

async function provedEvent(
  proof: QueryContext['proof'],
  log: ProvedLog,
  event: RecordedEvent,
): Promise<ProvedEvent | undefined> {
  const place = await log.proofAt(event.position);
  if (place === undefined) return undefined;
  const { stream, revision, id, type, data, metadata } = proof.contentOf(event);
  return {
    position: String(event.position),
    index: place.index,
    hash: place.hash,
    previousHash: place.previousHash,
    event: { stream, revision: Number(revision), id, type, data, metadata },
    inclusion: [...place.path],
  };
}

/** The cast: the log gives back what was appended. */
const isPhotoAdded = (event: RecordedEvent): event is RecordedEvent<EventOf<'photo-added.v1'>> =>
  event.type === 'photo-added.v1';

async function* streamsOf(places: ReadModelReader, { type, id }: Entity): AsyncGenerator<string> {
  yield streamOf[type](id);
  if (type !== 'location') return;
  let last: PhotoDocument | undefined;
  do {
    const photos = await places.find<PhotoDocument>('photos', {
      filter: { locationId: id },
      sort: [
        ['shown', 1],
        ['added', 1],
      ],
      limit: limits.pageMost,
      ...(last && { after: [last.shown, last.added, last.id] }),
    });
    for (const photo of photos) yield streamOf.photo(photo.id);
    last = photos.length === limits.pageMost ? photos.at(-1) : undefined;
  } while (last !== undefined);
}
