import type { SamplePerson } from '#contracts/account/sample-people';
import type { Coordinates } from '#contracts/shared/coordinates';
import type { BestTime, Category } from '#contracts/location/words';

export interface SampleCity {
  readonly slug: string;
  readonly name: string;
  readonly country: string;
  readonly coordinates: Coordinates;
  /** A picture's name: each is shipped as `sample/pictures/WIDTH/NAME.webp`, and ends in its hour. */
  readonly picture: string;
  readonly spots: readonly SampleSpot[];
}

export interface SampleSpot {
  readonly name: string;
  readonly description: string;
  readonly category: Category;
  readonly address: string | null;
  readonly coordinates: Coordinates;
  readonly bestTimeToVisit: BestTime;
  /** Names; the first of several is the featured one. */
  readonly pictures: readonly string[];
  readonly ratings: Readonly<Partial<Record<SamplePerson, number>>>;
  readonly hearts: readonly SamplePerson[];
}
