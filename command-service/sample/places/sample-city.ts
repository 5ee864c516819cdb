import type { BestTime, Category } from '#contracts/vocabulary';

import type { Scene } from '../draw/scene.ts';

export interface SampleCity {
  readonly slug: string;
  readonly name: string;
  readonly country: string;
  readonly picture: Scene;
  readonly spots: readonly SampleSpot[];
}

export interface SampleSpot {
  readonly name: string;
  readonly description: string;
  readonly category: Category;
  readonly address: string | null;
  readonly bestTimeToVisit: BestTime;
  readonly pictures: readonly Scene[];
}
