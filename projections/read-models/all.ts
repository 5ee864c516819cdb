import { contributors } from './contributors.ts';
import { history } from './history.ts';
import { places } from './places.ts';
import type { ReadModel } from './rule.ts';
import { search } from './search.ts';

export const readModels: readonly ReadModel[] = [places, history, contributors, search];
