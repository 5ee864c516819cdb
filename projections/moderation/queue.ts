import { eventTypesOf } from '#contracts/events';
import { queue as declaration } from '#contracts/moderation/read-models-queue';
import { changes } from './queue/changes.ts';
import { cities } from './queue/cities.ts';
import { days, remembering } from './queue/days.ts';
import { edits } from './queue/edits.ts';
import { locations } from './queue/locations.ts';
import { photos } from './queue/photos.ts';
import { reports } from './queue/reports.ts';
import { totals } from './queue/totals.ts';
import type { ReadModel } from '../rule.ts';

/** Days come first, because they read entries as they were before the decision. Then owners come before members. */
export const queue: ReadModel = {
  declaration,
  collections: [
    days,
    totals,
    remembering('city', cities),
    remembering('location', locations),
    remembering('edit', edits),
    remembering('photo', photos),
    remembering('change', changes),
    remembering('report', reports),
  ],
  ignores: [...eventTypesOf.opinion, ...eventTypesOf.account],
};
