import type { CityFields } from './city/fields.ts';
import type { PhotoDetails } from './photo/events.ts';
import type { Life } from './shared/life.ts';
import type { FieldContent } from './shared/coordinates.ts';
import type { LocationFields } from './location/fields.ts';
import type { Mergeable } from './location/merging.ts';
import type { Category } from './location/words.ts';

import { by, falling, type Document, type ReadModelDeclaration } from './shared/read-model-declaration.ts';
import { versionOf } from './shared/read-model-versions.ts';
import { history } from './moderation/read-models-history.ts';
import { reports } from './report/read-models.ts';
import { queue } from './moderation/read-models-queue.ts';

/** Fields that a city and a location share. Times are ISO 8601. */
interface Entity extends Document, Life {
  /** The id of the entity that it duplicates, if it was last declined as a duplicate. */
  readonly duplicateOf: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly revision: number;
}

/** How many locations a city has of each kind, by their own status. */
export interface WithLocations extends Life {
  /** Locations that are approved; pending; pending and sent by the city's own submitter; declined or withdrawn. */
  readonly locationCount: number;
  readonly pendingCount: number;
  readonly ownPendingCount: number;
  readonly declinedCount: number;
  /**
   * True if the city is not approved and some of its locations therefore show another status than their own, or are not
   * public. Their documents do not say so: lists leave out the contents of closed cities.
   */
  readonly closed: boolean;
}

export interface CityDocument extends Entity, CityFields, WithLocations {
  /** The folded name, for sorting and search. */
  readonly nameFolded: string;
  /** The SHA-256 of its uploaded picture; null if its image is from elsewhere. */
  readonly picture: string | null;
  /** Photos of its approved locations. */
  readonly photoCount: number;
}

/** A former picture of a city; the id is `{picture}:{cityId}`. */
export interface FormerPictureDocument extends Document {
  readonly picture: string;
  /** When the city got another one. */
  readonly until: string;
}

export interface PhotoSummary {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
  readonly renditions: readonly number[];
}

export interface LocationDocument extends Entity, LocationFields, Mergeable {
  readonly category: Category;
  /** Approved by its own status. It is public if its city is not closed. */
  readonly isApproved: boolean;
  /** Its submitter, if it is merged into another place. */
  readonly mergedOf: string | null;
  /** Its city, if the same person sent in both: withdrawing the city withdraws the location too while it is pending. */
  readonly ownCityId: string | null;
  /** Log position of the latest approval, 0 before the first: for the order 'newest approved first'. */
  readonly approved: number;
  /** See `mapKeyOf`. */
  readonly mapKey: string | null;
  readonly featuredPhotoId: string | null;
  readonly primaryPhoto: PhotoSummary | null;
  /** Its photos, whatever its status. */
  readonly photoCount: number;
  /** The mean of the ratings, 0 without one. */
  readonly rating: number;
  readonly ratingSum: number;
  readonly ratingCount: number;
  readonly favoriteCount: number;
  /**
   * log2 of the sum of 2^(t / 7 days) over its activity, so a location without new activity falls behind. 0 without
   * any.
   */
  readonly trend: number;
}

export interface PhotoDocument extends PhotoSummary {
  /** The place that shows it, and the place that it was added to: they differ only after a merge. */
  readonly locationId: string;
  readonly originId: string;
  readonly sha256: string;
  readonly fileName: string;
  readonly fileSize: number;
  readonly mimeType: string;
  readonly uploadedBy: string;
  readonly createdAt: string;
  readonly caption: string | null;
  /** Null if its uploader does not share them. */
  readonly details: PhotoDetails | null;
  readonly revision: number;
  /** Log position of its first appearance: for the order 'oldest first'. */
  readonly added: number;
  /** False when the photo itself was deleted. It is visible only with its location. */
  readonly present: boolean;
  /**
   * When the photo itself was deleted, by whom and why; null while it is present. Its bytes are stored for some time
   * after that.
   */
  readonly deletedAt: string | null;
  readonly deletedBy: string | null;
  readonly reason: string | null;
  /** Whether its bytes were deleted with it. */
  readonly forEver: boolean;
  /** Whether it is reviewed before or after it appears, null for no review; and whether and when it was reviewed. */
  readonly review: 'after' | 'before' | null;
  readonly reviewed: boolean;
  readonly reviewedAt: string | null;
  /**
   * For lists: `shown` to everyone who sees its location; otherwise held back for moderators and its uploader, who is
   * named here.
   */
  readonly shown: boolean;
  readonly heldBackFor: string | null;
  /** Whether it is among its uploader's submissions: false once the uploader has deleted it. */
  readonly listed: boolean;
  /** Whether its location itself is deleted. */
  readonly placeDeleted: boolean;
  /** Whether its location is approved by its own status. */
  readonly placeApproved: boolean;
  /** The location's city. */
  readonly cityId: string;
}

/** A person's rating and heart; both 0 and false at first. */
export interface OpinionPart {
  /** 0 while not rated. */
  readonly rating: number;
  /** Log position of the latest rating, 0 without one. */
  readonly ratedAt: number;
  readonly favorite: boolean;
  /** Log position of the latest heart, 0 without one: for the order 'newest first' of a person's favourites. */
  readonly favoritedAt: number;
}

/** One person's opinion of one location, and of those merged into it; the id is `{locationId}:{userId}`. */
export interface OpinionDocument extends Document, OpinionPart {
  readonly locationId: string;
  readonly userId: string;
  /** Its parts by location: the person's opinions of this location and of merged ones; null without merged ones. */
  readonly parts: Readonly<Record<string, OpinionPart>> | null;
  /** Ids of the events that counted for trending: the person's first of each kind at this location. */
  readonly firstRating: string | null;
  readonly firstFavorite: string | null;
  readonly firstPhoto: string | null;
}

export interface EditDocument extends Document {
  /** The place that it waits with, and the place that it was sent in for: they differ only after a merge. */
  readonly locationId: string;
  readonly originId: string;
  readonly cityId: string;
  readonly userId: string;
  readonly changes: Readonly<Record<string, { readonly from: FieldContent; readonly to: FieldContent }>>;
  readonly status: 'pending' | 'approved' | 'rejected' | 'withdrawn';
  readonly reason: string | null;
  readonly reviewedBy: string | null;
  readonly reviewedAt: string | null;
  readonly createdAt: string;
  /** It is pending, and its location is approved by its own status. */
  readonly waiting: boolean;
}

/** A location as text search uses it. */
export interface SearchDocument extends Document, Life, Mergeable {
  readonly cityId: string;
  readonly category: string;
  /** As in the location's own document; empty for none. */
  readonly ownCityId: string;
  /** The location's best time to visit; empty for none. */
  readonly bestTime: string;
  /** The tile of its own coordinates (contracts/light/tiles), empty without them. */
  readonly tile: string;
  /**
   * The parts of the day for which it is good, and its tile, from its own or its city's coordinates; see `lightKey`.
   */
  readonly light: string;
  /** The lookups that find its name; see `contracts/shared/spelling`. */
  readonly lookups: readonly string[];
  /** The folded name, and the folded name of its city. */
  readonly name: string;
  readonly city: string;
  /** Every other searched field, the category's label and the city's country, folded, each on its own line. */
  readonly rest: string;
  /** Position of its latest approval; before that, of its submission. */
  readonly order: number;
  /** The same values as in the location's document. */
  readonly rating: number;
  readonly ratingCount: number;
  readonly ratingSum: number;
}

export type SearchRatingPart = Pick<OpinionPart, 'rating' | 'ratedAt'>;

/** A person's rating of a location, for the mean in search; the id is `{locationId}:{userId}`. */
export interface SearchRatingDocument extends Document, SearchRatingPart {
  readonly locationId: string;
  /** As in an opinion. */
  readonly parts: Readonly<Record<string, SearchRatingPart>> | null;
}

/** What search needs of a city: its folded texts and its submitter. */
export interface SearchCityDocument extends Document {
  readonly name: string;
  readonly country: string;
  /** As in a location. */
  readonly tile: string;
  readonly submittedBy: string;
}

/**
 * Cities, locations, photos, opinions and edits are one read model, because they count each other, and so are the people
 * who sent them in. Lists of locations and edits leave out closed cities, so their indexes contain the city, and the
 * documents need not be read for that.
 */
export const places = {
  name: 'places',
  version: versionOf('places'),
  priority: 'first',
  collections: [
    {
      name: 'cities',
      sparse: ['closed'],
      indexes: [
        [by('status'), falling('locationCount'), by('nameFolded')],
        [by('status'), by('createdAt')],
        [by('submittedBy'), by('status'), falling('createdAt')],
        [by('status'), by('photoCount')],
        [by('closed')],
        [by('picture'), by('deletedAt')],
      ],
    },
    { name: 'formerPictures', indexes: [[by('picture'), by('until')]] },
    {
      name: 'locations',
      sparse: ['isApproved', 'mergedOf'],
      indexes: [
        [by('mergedOf'), falling('createdAt'), by('cityId')],
        [by('isApproved'), by('approved'), by('cityId')],
        [by('isApproved'), by('category'), by('approved'), by('cityId')],
        [by('isApproved'), by('cityId'), by('approved')],
        [by('isApproved'), by('cityId'), by('category'), by('approved')],
        [
          by('isApproved'),
          by('cityId'),
          by('rating'),
          by('ratingCount'),
          by('approved'),
          by('category'),
          by('bestTimeToVisit'),
        ],
        [by('isApproved'), by('submittedBy'), by('approved'), by('cityId')],
        [by('isApproved'), falling('trend'), by('cityId')],
        [by('isApproved'), by('mapKey'), by('cityId'), by('approved'), by('rating')],
        [by('status'), by('createdAt'), by('cityId'), by('ownCityId')],
        [by('cityId'), by('createdAt'), by('status')],
        [by('submittedBy'), by('status'), falling('createdAt'), by('cityId'), by('ownCityId')],
      ],
    },
    {
      name: 'photos',
      sparse: ['heldBackFor', 'deletedAt'],
      indexes: [
        [by('locationId'), by('shown'), by('added')],
        [by('locationId'), by('heldBackFor'), by('added')],
        [by('locationId'), by('present'), by('added')],
        [by('uploadedBy'), by('listed'), by('placeDeleted'), falling('createdAt'), by('cityId')],
        [by('uploadedBy'), by('shown'), by('placeApproved'), falling('added'), by('cityId')],
        [by('uploadedBy'), by('present'), by('added')],
        [by('uploadedBy'), by('deletedAt')],
        [by('sha256'), by('deletedAt')],
        [by('sha256'), by('present')],
      ],
    },
    {
      name: 'opinions',
      sparse: ['favorite'],
      indexes: [
        [by('locationId'), by('rating')],
        [by('locationId'), by('favorite')],
        [by('userId'), by('favorite'), falling('favoritedAt')],
      ],
    },
    {
      name: 'edits',
      sparse: ['waiting'],
      indexes: [
        [by('waiting'), by('createdAt'), by('cityId')],
        [by('locationId'), by('status')],
        [by('userId'), by('status'), falling('createdAt')],
      ],
    },
    { name: 'people', sparse: ['hour'], indexes: [[by('hour')]] },
    { name: 'hours', indexes: [[by('at'), by('people')]] },
  ],
} as const satisfies ReadModelDeclaration;

export const search = {
  name: 'search',
  version: versionOf('search'),
  priority: 'last',
  collections: [
    {
      name: 'locations',
      indexes: [[by('cityId'), by('status')]],
      search: {
        fields: ['name', 'city', 'rest'],
        order: 'order',
        filters: ['status', 'category', 'cityId', 'ownCityId', 'submittedBy', 'bestTime', 'light'],
        lists: ['lookups'],
        levels: ['rating'],
      },
    },
    { name: 'cities', indexes: [] },
    {
      name: 'ratings',
      indexes: [[by('locationId'), by('rating')]],
    },
  ],
} as const satisfies ReadModelDeclaration;

export const readModels = [places, history, search, queue, reports] as const;
