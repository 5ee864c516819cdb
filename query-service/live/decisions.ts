import type { Decided } from '#contracts/live';
import type { Change } from '#projections/read-store/index';
import type {
  CityDocument,
  EditDocument,
  HistoryDocument,
  LocationDocument,
} from '#projections/read-store/index';

import type { Models } from '../models.ts';

/** What a decision's event makes of what it decides. */
const outcomes: Readonly<Record<string, string>> = {
  approved: 'approved',
  rejected: 'rejected',
  reopened: 'pending',
  deleted: 'deleted',
};

export interface Told {
  readonly userId: string;
  readonly decision: Decided;
}

/**
 * Whom a change of the history concerns: submitters about whose city, location or edit somebody else decided. An
 * entry is written once, for one event, so nobody hears of a decision twice, or again after a restart.
 */
export async function decisionsIn({ history, places }: Models, change: Change): Promise<Told[]> {
  const ids = change.ids['entries'] ?? [];
  const entries = await history.reader.getMany<HistoryDocument>('entries', ids);
  const told: Told[] = [];
  for (const entry of entries) {
    const found = parseDecision(entry);
    if (found === undefined) continue;
    const decided = found.isEdit
      ? await decidedEdit(places, entry, found)
      : await decidedEntity(places, found);
    if (decided === undefined || decided.userId === (await whoDecided(history, entry))) continue;
    told.push({
      userId: decided.userId,
      decision: { ...decided.what, status: found.status, reason: entry.reason },
    });
  }
  return told;
}

/** What went along with another event was decided by whoever caused that: theirs is no news to them. */
async function whoDecided({ reader }: Models['history'], entry: HistoryDocument): Promise<string> {
  if (entry.cascadeId === null) return entry.actor;
  const root = await reader.get<HistoryDocument>('entries', entry.cascadeId);
  return root?.actor ?? entry.actor;
}

interface Decision {
  readonly kind: 'city' | 'location';
  readonly id: string;
  readonly isEdit: boolean;
  readonly status: string;
}

function parseDecision({ type, entity }: HistoryDocument): Decision | undefined {
  const event = /^(city|location)-(edit-)?([a-z]+)\.v\d+$/.exec(type);
  const status = outcomes[event?.[3] ?? ''];
  const [kind, id] = entity.split(':', 2);
  if (status === undefined || id === undefined || (kind !== 'city' && kind !== 'location')) return undefined;
  return { kind, id, isEdit: event?.[2] !== undefined, status };
}

type Found = { readonly userId: string; readonly what: Pick<Decided, 'entityType' | 'entityId'> } | undefined;

async function decidedEntity({ reader }: Models['places'], { kind, id }: Decision): Promise<Found> {
  const collection = kind === 'city' ? 'cities' : 'locations';
  const document = await reader.get<CityDocument | LocationDocument>(collection, id);
  return document && { userId: document.submittedBy, what: { entityType: kind, entityId: id } };
}

const mostEdits = 500;
/** Milliseconds that the edit's document may be behind its history. */
const patience = 2000;

/** The history names the location; the edit is the one that was reviewed by that event. */
async function decidedEdit(
  places: Models['places'],
  { position, actor, time }: HistoryDocument,
  { id: locationId }: Decision,
): Promise<Found> {
  await places.reached(BigInt(position), AbortSignal.timeout(patience));
  const edits = await places.reader.find<EditDocument>('edits', { filter: { locationId }, limit: mostEdits });
  const edit = edits.find(({ reviewedBy, reviewedAt }) => reviewedBy === actor && reviewedAt === time);
  return edit && { userId: edit.userId, what: { entityType: 'edit', entityId: edit.id } };
}
