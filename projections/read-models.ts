import { history } from './moderation/history.ts';
import { places } from './places.ts';
import { queue } from './moderation/queue.ts';
import type { ReadModel } from './rule.ts';
import { reports } from './report/reports.ts';
import { search } from './location/search.ts';

export const readModels: readonly ReadModel[] = [places, history, search, queue, reports];
