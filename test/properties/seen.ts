import { expect } from 'vitest';

import { decidedBy } from '#contracts/moderation/decided-items';
import type { Recorded } from '#contracts/events';

/** The visible values of an item, by name. */
type Shown = Readonly<Record<string, unknown>>;

/** The visible values after the events of one stream. Separate from the product's own folds, since it checks them. */
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

/** The fields that a decision on a change or an edit concerns; undefined for all fields. */
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
 * Expects every decision with a revision to have applied to the values of that revision. The review of a change is in
 * another stream than the change itself, so two simultaneous commands have no order there: the check skips them.
 */
export function expectDecidedAsSeen(events: readonly Recorded[]): number {
  let checked = 0;
  for (const event of events) {
    const { seen } = event.metadata;
    if (seen === undefined || event.type === 'change-reviewed.v1') continue;
    const stream = events.filter(({ stream: name }) => name === event.stream);
    // A revert appends two events: the second one applies to the result of the first.
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
