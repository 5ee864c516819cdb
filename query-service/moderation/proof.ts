import { by } from '#contracts/shared/read-model-declaration';
import { createHash } from 'node:crypto';

import { type EventOf, parseEvent, type Recorded, streamOf } from '#contracts/events';
import { decidedBy, type DecidedItem } from '#contracts/moderation/decided-items';
import {
  type Evidence,
  evidenceFormat,
  type ProvedEvent,
  type Receipt,
  receiptFormat,
} from '#contracts/moderation/proof';
import type { ItemDocument } from '#contracts/moderation/read-models-history';
import { photosAt } from '#contracts/location/merging';
import type { LocationDocument, PhotoDocument } from '#contracts/read-models';
import { Refusal } from '#contracts/shared/errors';
import { isOfFirstReleaseCascade } from '#contracts/shared/event-metadata';
import { limits } from '#contracts/shared/limits';
import type { Person } from '#contracts/shared/person';
import type { RecordedEvent } from '#contracts/shared/recorded-event';
import { fileText, type LogProof, type ProvedLog } from '#platform/log-integrity/log-proof';
import type { QueryResponse } from '#platform/queries/query-response';
import type { Task } from '#platform/queries/shared-work';
import { pagesOf, type ReadModelReader } from '#platform/read-store/index';

import type { QueryContext } from '../query-context.ts';

type Entity = Evidence['entity'];

const collections = { city: 'cities', location: 'locations', photo: 'photos' } as const;

/** @throws Refusal `city-not-found`, `location-not-found`, `photo-not-found` unless there is such an entity, of any status */
export async function requireEntity(
  { models }: QueryContext,
  type: Entity['type'],
  id: string,
): Promise<void> {
  if ((await models.places.reader.get(collections[type], id)) === undefined)
    throw new Refusal(`${type}-not-found`);
}

/**
 * Everything that happened to an entity of any status, as a file: the events of its stream, and for a location also
 * those of its own photos, stream by stream, wherever a merging shows them. They are read while the file is sent.
 * @throws Refusal `city-not-found`, `location-not-found`, `photo-not-found`
 */
export async function entityEvidence(
  context: QueryContext,
  entity: Entity,
  task: Task,
): Promise<QueryResponse> {
  await requireEntity(context, entity.type, entity.id);
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
      // The rest was appended later.
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

/** The cast: the log returns what was appended. */
const isPhotoAdded = (event: RecordedEvent): event is RecordedEvent<EventOf<'photo-added.v1'>> =>
  event.type === 'photo-added.v1';

async function* streamsOf(places: ReadModelReader, { type, id }: Entity): AsyncGenerator<string> {
  yield streamOf[type](id);
  if (type !== 'location') return;
  const location = await places.get<LocationDocument>('locations', id);
  const locationId = location === undefined ? id : photosAt(location);
  const photos = pagesOf<PhotoDocument>(places, 'photos', {
    filter: { locationId },
    sort: [by('shown'), by('added')],
    limit: limits.pageMost,
  });
  for await (const page of photos)
    for (const { id: photoId, originId } of page) if (originId === id) yield streamOf.photo(photoId);
}

/**
 * The members of a JSON object in pieces, followed by the signature of all of them. `members`: the object's text from
 * its beginning to its last member, without the closing brace.
 */
async function* signedFile(
  format: string,
  members: AsyncIterable<string> | Iterable<string>,
  proof: LogProof,
): AsyncGenerator<string> {
  const digest = createHash('sha256');
  for await (const piece of members) {
    digest.update(piece);
    yield piece;
  }
  const signature = proof.sign(fileText(format, digest.update('}').digest('hex')));
  yield `,"signature":"${signature}"}`;
}

/**
 * A proof of the decision at a position, for moderators and for the person whose item it decides about. It names no
 * person: it contains not the event itself but its hash, which covers the moderator.
 * @throws Refusal `decision-not-found`
 */
export async function getReceipt(
  context: QueryContext,
  position: bigint,
  viewer: Person,
): Promise<QueryResponse> {
  const { proof } = context;
  const log = await proof.now();
  const place = await log.proofAt(position);
  const event = place && (await decisionAt(context, position, viewer));
  const entity = event && entityOf(event);
  if (place === undefined || event === undefined || entity === undefined)
    throw new Refusal('decision-not-found');
  const receipt: Omit<Receipt, 'signature'> = {
    format: receiptFormat,
    entity,
    events: [
      {
        position: String(position),
        index: place.index,
        hash: place.hash,
        previousHash: place.previousHash,
        event: disclosed(event, viewer),
        inclusion: [...place.path],
      },
    ],
    treeHead: log.treeHead,
  };
  const members = JSON.stringify(receipt).slice(0, -1);
  return {
    body: receipt,
    pieces: () => signedFile(receiptFormat, [members], proof),
    attachment: `decision-${position}.receipt.json`,
    tags: [],
  };
}

/** The event at the position, if it is a decision that this person may know. */
async function decisionAt(
  context: QueryContext,
  position: bigint,
  viewer: Person,
): Promise<Recorded | undefined> {
  const found = await context.proof.eventAt(position);
  if (found === undefined || isOfFirstReleaseCascade(found.metadata)) return undefined;
  const event = parseEvent(found);
  const item = decidedBy(event);
  if (item === null) return undefined;
  if (viewer.canModerate) return event;
  const isTheirs =
    item.kind === 'report'
      ? await hasReported(context, event, viewer)
      : (await ownerOf(context, item)) === viewer.userId;
  return isTheirs ? event : undefined;
}

/** Whether the decision closed a report of that person. */
async function hasReported(
  { models }: QueryContext,
  { type, position }: Recorded,
  { userId }: Person,
): Promise<boolean> {
  const status = type === 'reports-upheld.v1' ? 'upheld' : 'dismissed';
  const filter = { userId, status, decisionPosition: Number(position) };
  return (await models.reports.reader.count('reports', filter, 1)) > 0;
}

/** The person who sent the item in. */
async function ownerOf({ models }: QueryContext, { kind, id }: DecidedItem): Promise<string | null> {
  const { reader } = models.history;
  const item =
    kind === 'change'
      ? await reader.get<ItemDocument>('changes', id)
      : await reader.get<ItemDocument>('items', `${kind}:${id}`);
  return item?.owner ?? null;
}

/** The entity of the decision, as the history has it: for an edit the location. */
function entityOf({ data }: Recorded): Receipt['entity'] | undefined {
  if ('photoId' in data && data.photoId !== null) return { type: 'photo', id: data.photoId };
  if ('locationId' in data) return { type: 'location', id: data.locationId };
  if ('cityId' in data) return { type: 'city', id: data.cityId };
  return 'entityType' in data ? { type: data.entityType, id: data.entityId } : undefined;
}

/** Fields of decisions that name no person. */
const named = [
  'cityId',
  'locationId',
  'photoId',
  'editId',
  'changeId',
  'entityType',
  'entityId',
  'changes',
  'forced',
  'into',
  'photos',
  'taken',
];
/** A moderator's words, and a place that the sender may not see. */
const forModerators = ['reason', 'duplicateOf'];

function disclosed(
  { stream, revision, id, type, metadata, data }: Recorded,
  { canModerate }: Person,
): Receipt['events'][number]['event'] {
  const shown = canModerate ? [...named, ...forModerators] : named;
  return {
    stream,
    revision: Number(revision),
    id,
    type,
    time: metadata.time,
    seen: metadata.seen ?? null,
    data: Object.fromEntries(Object.entries(data).filter(([field]) => shown.includes(field))),
  };
}
