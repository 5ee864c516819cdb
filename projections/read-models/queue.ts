import { eventTypesOf } from '#contracts/events/index';
import { queue as declaration } from '#contracts/read-models-queue';
import { changes } from './queue/changes.ts';
import { citiesMarking } from './queue/cities.ts';
import { days } from './queue/days.ts';
import { edits } from './queue/edits.ts';
import { locations } from './queue/locations.ts';
import { photos } from './queue/photos.ts';
import { reports } from './queue/reports.ts';
import { totals } from './queue/totals.ts';
import type { ReadModel } from './rule.ts';

/** Above this many things waiting in a city, its end leaves them as they are, and readers leave them out. */
const markedAtOnce = 200;

/** Days first, since they look at what is decided as it was before; then what others belong to before those. */
export const queueMarking = (most: number): ReadModel => ({
  declaration,
  collections: [days, totals, citiesMarking(most), locations, edits, photos, changes, reports],
  ignores: [...eventTypesOf.opinion, ...eventTypesOf.account],
});

export const queue = queueMarking(markedAtOnce);
