import { eventTypesOf } from '#contracts/events';
import { queue as declaration } from '#contracts/moderation/read-models-queue';
import { changes } from './queue/changes.ts';
import { citiesMarking } from './queue/cities.ts';
import { days, remembering } from './queue/days.ts';
import { edits } from './queue/edits.ts';
import { locations } from './queue/locations.ts';
import { photos } from './queue/photos.ts';
import { reports } from './queue/reports.ts';
import { totals } from './queue/totals.ts';
import type { ReadModel } from '../rule.ts';

/** When a city with more undecided items than this ends, they keep their states, and readers leave them out. */
const markedAtOnce = 200;

/** Days come first, because they read entries as they were before the decision. Then owners come before members. */
export const queueMarking = (most: number): ReadModel => ({
  declaration,
  collections: [
    days,
    totals,
    remembering('city', citiesMarking(most)),
    remembering('location', locations),
    remembering('edit', edits),
    remembering('photo', photos),
    remembering('change', changes),
    remembering('report', reports),
  ],
  ignores: [...eventTypesOf.opinion, ...eventTypesOf.account],
});

export const queue = queueMarking(markedAtOnce);
