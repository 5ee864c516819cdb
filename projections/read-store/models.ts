import type { Category, Status } from '#contracts/vocabulary';

import type { Document, Index, ReadModelDeclaration } from './port.ts';

/** Where a city or a location stands between its submission and its end. */
export interface LifeCycle {
  readonly status: Status;
  readonly reason: string | null;
  readonly submittedBy: string;
  /** The event that decided or ended it (at the root, if it went along with another); undoing that undoes this. */
  readonly endedBy: string | null;
  /** The status that comes back when that is undone, and the `endedBy` that comes back with it. */
  readonly statusBefore: Status | null;
  readonly endedByBefore: string | null;
}

/** Fields that a city and a location share. Times are ISO 8601. */
interface Entity extends Document, LifeCycle {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly decidedAt: string | null;
  readonly revision: number;
}

export interface CityDocument extends Entity {
  readonly name: string;
  readonly country: string;
  readonly imageUrl: string;
  /** Folded name, for order and search. */
  readonly nameFolded: string;
  /** Public locations, and the photos they have. */
  readonly locationCount: number;
  readonly photoCount: number;
  /** The event that ended it last and was taken back; null when there is none. */
  readonly lastUndone: string | null;
}

export interface PhotoSummary {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
  readonly renditions: readonly number[];
}

export interface LocationDocument extends Entity {
  readonly name: string;
  readonly description: string;
  readonly cityId: string;
  readonly category: Category;
  readonly address: string | null;
  readonly bestTimeToVisit: string | null;
  /** Approved, and in an approved city. */
  readonly public: boolean;
  /** Log position of the latest approval, 0 before the first: the order 'newest approved first'. */
  readonly approved: number;
  readonly featuredPhotoId: string | null;
  readonly primaryPhoto: PhotoSummary | null;
  readonly photoCount: number;
  /** Mean of the ratings, 0 without one. */
  readonly rating: number;
  readonly ratingCount: number;
  readonly favoriteCount: number;
  /** log2 of the sum of 2^(t / 7 days) over its activity; falls behind others' by standing still. 0 without any. */
  readonly trend: number;
}

export interface PhotoDocument extends PhotoSummary {
  readonly locationId: string;
  readonly sha256: string;
  readonly fileName: string;
  readonly fileSize: number;
  readonly mimeType: string;
  readonly uploadedBy: string;
  readonly createdAt: string;
  /** Log position of its first appearance: the order 'oldest first'. */
  readonly added: number;
  readonly present: boolean;
  readonly endedBy: string | null;
  /** When it went, null while it is present: its bytes are kept for a while. */
  readonly endedAt: string | null;
}

/** What one person thinks of one location; the id is `{locationId}:{userId}`. */
export interface OpinionDocument extends Document {
  readonly locationId: string;
  readonly userId: string;
  /** 0 while not rated. */
  readonly rating: number;
  readonly favorite: boolean;
  /** Ids of the events that counted for trending: the person's first of each kind at this location. */
  readonly firstRating: string | null;
  readonly firstFavorite: string | null;
  readonly firstPhoto: string | null;
}

export interface EditDocument extends Document {
  readonly locationId: string;
  readonly cityId: string;
  readonly userId: string;
  readonly changes: Readonly<Record<string, { readonly from: string | null; readonly to: string | null }>>;
  readonly status: 'pending' | 'approved' | 'rejected' | 'withdrawn';
  readonly reason: string | null;
  readonly reviewedBy: string | null;
  readonly reviewedAt: string | null;
  readonly createdAt: string;
  /** Pending, and its location is public: it is in the administrator's queue. */
  readonly waiting: boolean;
}

/** One event in the history of the city or location that it belongs to; the id is the event's. */
export interface HistoryDocument extends Document {
  /** `city:{id}` or `location:{id}`. */
  readonly entity: string;
  readonly position: number;
  readonly revision: number;
  readonly type: string;
  readonly time: string;
  readonly actor: string;
  readonly reason: string | null;
  readonly changes: Readonly<
    Record<string, { readonly from: string | null; readonly to: string | null }>
  > | null;
  readonly correlationId: string;
  readonly causationId: string;
  readonly cascadeId: string | null;
}

export interface ContributorDocument extends Document {
  /** Time of the latest contribution. */
  readonly lastAt: string;
}

/** A location as text search sees it. */
export interface SearchDocument extends Document, LifeCycle {
  readonly cityId: string;
  readonly category: string;
  /** '1' or '0'. */
  readonly public: string;
  /** Folded name; folded description, address and city name, each on a line of its own. */
  readonly name: string;
  readonly rest: string;
  /** Position of its latest approval, of its submission before that. */
  readonly order: number;
}

/** What search must know of a city: its folded name, and whether its locations may be seen. */
export interface SearchCityDocument extends Document, LifeCycle {
  readonly name: string;
  readonly lastUndone: string | null;
}

/** Queues, lists of every status, and what somebody submitted: of cities as of locations. */
const moderated = [
  [
    ['status', 1],
    ['createdAt', 1],
  ],
  [
    ['status', 1],
    ['createdAt', -1],
  ],
  [['createdAt', -1]],
  [
    ['submittedBy', 1],
    ['createdAt', -1],
  ],
  [
    ['submittedBy', 1],
    ['status', 1],
  ],
] as const satisfies readonly Index[];

/** Cities, locations, photos, opinions and edits in one read model, because they count and hide each other. */
export const places = {
  name: 'places',
  version: 2,
  collections: [
    {
      name: 'cities',
      indexes: [
        [
          ['status', 1],
          ['locationCount', -1],
          ['nameFolded', 1],
        ],
        ...moderated,
        [
          ['status', 1],
          ['photoCount', 1],
        ],
      ],
    },
    {
      name: 'locations',
      indexes: [
        [
          ['public', 1],
          ['approved', -1],
          ['rating', 1],
        ],
        [
          ['public', 1],
          ['category', 1],
          ['approved', -1],
          ['rating', 1],
        ],
        [
          ['public', 1],
          ['cityId', 1],
          ['approved', -1],
          ['rating', 1],
          ['photoCount', 1],
        ],
        [
          ['public', 1],
          ['cityId', 1],
          ['category', 1],
          ['approved', -1],
          ['rating', 1],
        ],
        [
          ['public', 1],
          ['trend', -1],
        ],
        [
          ['cityId', 1],
          ['status', 1],
        ],
        ...moderated,
        [['endedBy', 1]],
      ],
    },
    {
      name: 'photos',
      indexes: [
        [
          ['locationId', 1],
          ['present', 1],
          ['added', 1],
        ],
        [['endedBy', 1]],
        [
          ['sha256', 1],
          ['endedAt', 1],
        ],
        [
          ['sha256', 1],
          ['present', 1],
        ],
      ],
    },
    {
      name: 'opinions',
      indexes: [
        [
          ['locationId', 1],
          ['rating', 1],
        ],
        [
          ['locationId', 1],
          ['favorite', 1],
        ],
      ],
    },
    {
      name: 'edits',
      indexes: [
        [
          ['waiting', 1],
          ['createdAt', 1],
        ],
        [['locationId', 1]],
        [['cityId', 1]],
        [
          ['userId', 1],
          ['createdAt', -1],
        ],
        [
          ['userId', 1],
          ['status', 1],
        ],
      ],
    },
  ],
} as const satisfies ReadModelDeclaration;

export const history = {
  name: 'history',
  version: 1,
  collections: [
    {
      name: 'entries',
      indexes: [
        [
          ['entity', 1],
          ['position', 1],
        ],
      ],
    },
  ],
} as const satisfies ReadModelDeclaration;

export const contributors = {
  name: 'contributors',
  version: 1,
  collections: [{ name: 'people', indexes: [[['lastAt', 1]]] }],
} as const satisfies ReadModelDeclaration;

export const search = {
  name: 'search',
  version: 3,
  collections: [
    {
      name: 'locations',
      indexes: [[['cityId', 1]]],
      search: {
        name: 'name',
        rest: 'rest',
        order: 'order',
        filters: ['public', 'category', 'cityId', 'status'],
      },
    },
    { name: 'cities', indexes: [] },
  ],
} as const satisfies ReadModelDeclaration;

export const readModels = [places, history, contributors, search] as const;
