import { expect } from 'vitest';

import { decidedBy } from '#contracts/moderation/decided-items';
import type { Recorded } from '#contracts/events';

/** What can be seen of an item, by name. */
type Shown = Readonly<Record<string, unknown>>;

/** What the events of one stream show. Kept apart from the product's own folds, since it judges them. */
function shownBy(events: readonly Recorded[]): Shown {
  const shown: Record<string, unknown> = {};
  for (const { type, data } of events) {
    if (type === 'city-submitted.v1' || type === 'location-submitted.v1') Object.assign(shown, data);
    else if (type === 'photo-added.v1') shown['caption'] = data.caption ?? null;
    else if (type === 'photo-described.v1') Object.assign(shown, data);
    else if (type === 'photo-featured.v1') shown['featured'] = data.photoId;
    else if (type === 'content-reported.v1') shown[data.reportId] = 'open';
    else if ('changes' in data && type !== 'location-edit-proposed.v1') {
      for (const [field, change] of Object.entries(data.changes)) shown[field] = change?.to;
    }
  }
  return shown;
}

/** The fields that a decision on a change or an edit is about; undefined for all of them. */
function concernedBy(event: Recorded, events: readonly Recorded[]): readonly string[] | undefined {
  const item = decidedBy(event);
  const about = events.find(({ id, type, data }) =>
    item?.kind === 'change'
      ? id === item.id
      : item?.kind === 'edit' && type === 'location-edit-proposed.v1' && data.editId === item.id,
  );
  if (about?.type === 'photo-featured.v1') return ['featured'];
  if (about !== undefined) return 'changes' in about.data ? Object.keys(about.data.changes) : undefined;
  return undefined;
}

/**
 * Expects every decision that named a revision to have met what that revision shows. The review of a change is in
 * another stream than what it changed, so two commands at once have no order there: those are left out.
 */
export function expectDecidedAsSeen(events: readonly Recorded[]): number {
  let checked = 0;
  for (const event of events) {
    const { seen } = event.metadata;
    if (seen === undefined || event.type === 'change-reviewed.v1') continue;
    const stream = events.filter(({ stream: name }) => name === event.stream);
    // A revert appends two events: what the second one meets is the work of the first.
    const begins =
      stream.find(({ metadata }) => metadata.causationId === event.metadata.causationId) ?? event;
    const concerned = concernedBy(begins, events);
    const shownBefore = (revision: bigint) => {
      const shown = shownBy(stream.filter((each) => each.revision < revision));
      // The photo that a place features has a review of its own.
      return concerned === undefined ? { ...shown, featured: null } : concerned.map((name) => shown[name]);
    };
    expect(shownBefore(begins.revision), `${event.type} ${event.id}`).toEqual(shownBefore(BigInt(seen) + 1n));
    checked += 1;
  }
  return checked;
}
