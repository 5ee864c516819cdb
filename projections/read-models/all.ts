import { history } from './history.ts';
import { people } from './people.ts';
import { places } from './places.ts';
import { queue } from './queue.ts';
import type { ReadModel } from './rule.ts';
import { reports } from './reports.ts';
import { search } from './search.ts';

export const readModels: readonly ReadModel[] = [places, history, search, people, queue, reports];
