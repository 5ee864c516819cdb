import { queueKinds, type QueueKind } from '#contracts/moderation/words';

import {
  needlessIn,
  queueCollections,
  type KindInCity,
  type QueueCity,
  type QueueTotals,
} from '#contracts/moderation/read-models-queue';
import type { Document, ReadModelReader } from '#platform/read-store/port';
import type { CollectionRules, Counting } from '../../rule.ts';

type Numbers = Partial<Readonly<Record<QueueKind, number>>>;

/** How documents of a collection are counted in the totals. `numbers`: what one document adds. */
export function countedInTotals<D extends Document>(numbers: (document: D) => Numbers) {
  const counting: Counting<D, QueueTotals> = {
    counterOf: () => 'all',
    change(totals, before, after) {
      const [was, is] = [before ? numbers(before) : {}, after ? numbers(after) : {}];
      const more = (kind: QueueKind) => (is[kind] ?? 0) - (was[kind] ?? 0);
      if (queueKinds.every((kind) => more(kind) === 0)) return totals;
      return { ...totals, ...mapKinds((kind) => totals[kind] + more(kind)) };
    },
  };
  return { collection: 'totals', counting, uncounted: () => ['all'] };
}

const mapKinds = (number: (kind: QueueKind) => number): Record<QueueKind, number> => ({
  city: number('city'),
  location: number('location'),
  edit: number('edit'),
  photo: number('photo'),
  change: number('change'),
  report: number('report'),
});

/** What a city adds to the totals: itself, and the items in it that need a review. */
export function neededIn(city: QueueCity): Readonly<Record<KindInCity | 'city', number>> {
  const { status, state, waiting } = city;
  const needed = (kind: KindInCity) => (needlessIn[kind].includes(status) ? 0 : waiting[kind]);
  const withdrawn = status === 'withdrawn' ? waiting.ownLocation : 0;
  return {
    city: Number(state === 'waiting'),
    location: needed('location') - withdrawn,
    edit: needed('edit'),
    photo: needed('photo'),
    change: needed('change'),
  };
}

export const cityInTotals = countedInTotals(neededIn);

/** The number of waiting items of each kind. Every item belongs to a city that was submitted before it. */
export const totals: CollectionRules<QueueTotals> = {
  collection: 'totals',
  rules: {
    'city-submitted.v1': {
      id: () => 'all',
      apply: (known) => known ?? { id: 'all', ...mapKinds(() => 0) },
    },
  },
  count: async (documents, _members, reader) =>
    Promise.all(documents.map((each) => countedAnew(each, reader))),
};

/** Recounts from the numbers of all cities, and the reports. Needed only after an interrupted run. */
async function countedAnew(totals: QueueTotals, reader: ReadModelReader): Promise<QueueTotals> {
  const report = await reader.count(queueCollections.report, { state: 'waiting' });
  let counted: QueueTotals = { ...totals, ...mapKinds(() => 0), report };
  for await (const { document } of reader.scan(queueCollections.city)) {
    // The cast is safe: this collection holds cities.
    counted = cityInTotals.counting.change(counted, undefined, document as QueueCity);
  }
  return counted;
}
