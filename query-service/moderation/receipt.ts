import { parseEvent, type Recorded } from '#contracts/events';
import { decidedBy, type DecidedItem } from '#contracts/moderation/decided-items';
import { receiptFormat, type Receipt } from '#contracts/moderation/proof';
import type { ItemDocument } from '#contracts/moderation/read-models-history';
import { Refusal } from '#contracts/shared/errors';
import { isOfFirstReleaseCascade } from '#contracts/shared/event-metadata';
import type { Person } from '#contracts/shared/person';
import type { QueryResponse } from '#platform/queries/query-response';

import type { QueryContext } from '../query-context.ts';
import { signedFile } from './signed-file.ts';

/**
 * A proof of the decision at a position, for moderators and for the person whose item it decides about. It names no
 * person: the event itself, whose hash covers who decided, is not in it.
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

/** The event at the position, if it is a decision of which this person may know. */
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

/** What it is about, as the history has it: for an edit the location. */
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
