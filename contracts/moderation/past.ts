import type { CityDocument, LocationDocument, OpinionDocument, PhotoDocument } from '../read-models.ts';
import type { Moment } from '../shared/moment.ts';

/** A location as it was, with its city and the photos that were there, oldest first. */
export interface PastLocation {
  readonly location: LocationDocument;
  readonly city: CityDocument | undefined;
  readonly photos: readonly PhotoDocument[];
  /** Whether the numbers of ratings and hearts are historical; otherwise there are too many to read. */
  readonly hasOpinions: boolean;
  /** The opinion of the viewer. */
  readonly opinion: OpinionDocument | undefined;
}

export interface PastCity {
  readonly city: CityDocument;
  /** Whether the numbers of places and photos are historical; otherwise there are too many to read. */
  readonly isCounted: boolean;
}

/** Entities as they were; undefined if they had not been sent in yet. */
export interface Past {
  city(id: string, moment: Moment): Promise<PastCity | undefined>;
  location(id: string, moment: Moment, userId: string): Promise<PastLocation | undefined>;
}
