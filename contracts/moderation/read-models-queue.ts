import type { FieldContent } from '../shared/coordinates.ts';
import { by, falling, type Document, type ReadModelDeclaration } from '../shared/read-model-declaration.ts';
import { versionOf } from '../shared/read-model-versions.ts';
import type { Mergeable } from '../location/merging.ts';
import type { Life } from '../shared/life.ts';
import type { WordedPoint } from '../location/similar-names.ts';
import type { SignalField } from './signals.ts';
import type { QueueKind } from './words.ts';
import type { Reportable } from '../report/words.ts';
import type { Status } from '../shared/statuses.ts';

/**
 * `waiting`: it needs a review, unless its city is closed (see `needlessIn`). `hidden`: it waits, but its place is not
 * visible now, so it needs no review yet. Null: decided, reviewed, or never waiting; no list contains these.
 */
export type QueueState = 'waiting' | 'hidden' | null;

/** The keys of an entry's signals; null if it has none of that kind. */
export type SignalKeys = Readonly<Record<SignalField, string | null>>;

/** What the queue stores for every kind of item. Times are ISO 8601, positions are log positions. */
export interface QueueEntry extends Document, SignalKeys {
  readonly state: QueueState;
  readonly entityType: Reportable;
  readonly entityId: string;
  readonly locationId: string | null;
  readonly cityId: string | null;
  readonly submittedBy: string | null;
  /** When it was last sent in. */
  readonly submittedAt: string;
  /** When it last began to wait, by being sent in or by an undone decision, and the correlation id of that request. */
  readonly since: string;
  readonly request: string;
  /**
   * Positions at which it last entered and left the queue (0 for never), and the person who caused the later of the
   * two.
   */
  readonly cameAt: number;
  readonly wentAt: number;
  readonly turnedBy: string | null;
  /** True from the time that a moderator asks for a colleague's opinion until the item is decided. */
  readonly secondOpinion: boolean;
  /** The sites that its texts link to, at most two. */
  readonly hosts: readonly string[];
  /** The latest decision on it, if that counts for its day and was not taken back. */
  readonly counted: CountedDecision | null;
}

/** A decision in the numbers of its day: the day in UTC, who made it, and how long the item had waited (a bucket). */
export interface CountedDecision {
  readonly day: string;
  readonly by: string;
  readonly wait: number;
}

/** How many items in a city wait, by kind; `ownLocation`: locations that the city's own submitter sent in. */
export type WaitingInCity = Readonly<Record<KindInCity | 'ownLocation', number>>;

/** The kinds of items that need no review in some closed cities. Reports always need a response. */
export const kindsInCity = ['location', 'edit', 'photo', 'change'] as const satisfies readonly QueueKind[];
export type KindInCity = (typeof kindsInCity)[number];

/**
 * The statuses of a city in which waiting items of a kind need no review. A withdrawn city takes along the locations of
 * its own submitter; other people's may be moved.
 */
export const needlessIn: Readonly<Record<KindInCity, readonly Status[]>> = {
  location: ['deleted', 'rejected'],
  photo: ['deleted', 'rejected', 'withdrawn'],
  edit: ['deleted', 'rejected', 'withdrawn', 'pending'],
  change: ['deleted', 'rejected', 'withdrawn', 'pending'],
};

export interface QueueCity extends QueueEntry, Omit<Life, 'submittedBy'> {
  readonly submittedBy: string;
  readonly cityId: string;
  readonly name: string;
  readonly country: string;
  /** Position of the event that last changed its status, and the person who did that. */
  readonly statusAt: number;
  readonly statusBy: string;
  /** Counted by the items' own states, regardless of the city's status. */
  readonly waiting: WaitingInCity;
  /** True if some waiting items in it need no review because of the city's status. */
  readonly closed: boolean;
}

export interface QueueLocation extends QueueEntry, Omit<Life, 'submittedBy'>, Mergeable {
  readonly submittedBy: string;
  readonly locationId: string;
  readonly cityId: string;
  /** Its city, if the same person sent in both. */
  readonly ownCityId: string | null;
  readonly name: string;
  /** Whether its name, when it got it, was similar to that of another place in its city. */
  readonly isSimilar: boolean;
  /** Besides `nearNameKey`: the keys of further places whose names were similar. */
  readonly otherNameKeys: readonly string[];
  /** City and folded name: places with the same key may be the same place. */
  readonly nameKey: string;
  readonly category: string;
  readonly address: string | null;
}

/** Some fields with their proposed or applied values; long texts are cut. */
export type Proposed = Readonly<Record<string, FieldContent>>;

export interface QueueEdit extends QueueEntry {
  /** The place that it waits with, and the place that it was sent in for: they differ only after a merge. */
  readonly locationId: string;
  readonly originId: string;
  readonly cityId: string;
  readonly isOpen: boolean;
  readonly proposed: Proposed;
}

/** Every photo, because a report on it must find its place. */
export interface QueuePhoto extends QueueEntry {
  /** As in an edit. */
  readonly locationId: string;
  readonly originId: string;
  readonly cityId: string;
  readonly isPresent: boolean;
  /** True if it needs a review as long as it is present. */
  readonly isOpen: boolean;
  readonly caption: string | null;
  /** The hash that finds pictures that look alike; null for a photo that needs no review or has no hash. */
  readonly differenceHash: string | null;
  /** Whether an earlier release added it without a hash, and nobody has tried to compute it since. */
  readonly lacksHash: boolean;
}

/** A change that applied at once: a city's fields, a place's featured photo, a submission, or an edit. */
export interface QueueChange extends QueueEntry {
  readonly cityId: string;
  readonly what: 'edited' | 'featured' | 'submitted' | 'edit';
  /** The id of an edit that applied at once; otherwise null. */
  readonly editId: string | null;
  readonly isOpen: boolean;
  readonly proposed: Proposed;
}

/** All reports on one thing. */
export interface QueueReport extends QueueEntry {
  /** The place that it was sent in for; `locationId` differs only after a merge. */
  readonly originId: string | null;
  /** The reason that each reporter gives: of the open reports, and of those that the last decision closed. */
  readonly open: Readonly<Record<string, string>>;
  readonly closed: Readonly<Record<string, string>>;
  /** The revision of the reports' stream. */
  readonly revision: number;
}

/** The latest submissions of one person; the id is the person's. */
export interface QueueSender extends Document {
  /** The key of the current burst. */
  readonly burst: string;
  /** The times (ms since 1970) of the latest submissions of the burst, ascending; only as many as make a burst. */
  readonly times: readonly number[];
}

/**
 * The latest places of one city. A city is split over several of these documents, because each new place rewrites one.
 */
export interface QueueNames extends Document {
  readonly places: ReadonlyArray<
    WordedPoint & {
      readonly id: string;
      /** The keys of the places whose names were similar when it got its own name, at most five. */
      readonly keys: readonly string[];
    }
  >;
}

/** The ids of a city's documents; the first digit of a place's id selects one of them. */
export const namesIdsOf = (cityId: string): readonly string[] =>
  ['01', '23', '45', '67', '89', 'ab', 'cd', 'ef'].map((digits) => `${cityId}:${digits}`);
export const namesIdOf = (cityId: string, locationId: string): string =>
  namesIdsOf(cityId).find((id) => id.slice(-2).includes(locationId.charAt(0))) ?? `${cityId}:01`;

/** Waiting pictures that share a part of their difference hash; the id is that part. The latest come last. */
export interface QueueBand extends Document {
  readonly pictures: ReadonlyArray<{
    readonly id: string;
    readonly hash: string;
    readonly by: string;
    readonly cityId: string;
    readonly key: string;
  }>;
}

/** How many items of each kind wait. There is one document, `all`. */
export interface QueueTotals extends Document, Readonly<Record<QueueKind, number>> {}

/** The decisions of one day; the id is the day in UTC, `2026-11-22`. */
export interface QueueDay extends Document {
  readonly decided: number;
  /** By the moderator who decided. */
  readonly decidedBy: Readonly<Record<string, number>>;
  /** A histogram of how long they had waited; see contracts/moderation/wait-histogram.ts. */
  readonly waits: Readonly<Record<string, number>>;
}

/** Serve the list in both orders, for one city and for one person, and the counts of their filters. */
const listed = [
  [by('state'), by('submittedAt'), by('cityId'), by('submittedBy')],
  [by('cityId'), by('state'), by('submittedAt'), by('submittedBy')],
  [by('submittedBy'), by('state'), by('submittedAt'), by('cityId')],
] as const;
/** For waiting items with a signal's key: their list, their number, and all keys that have any. */
const signalled = (...fields: readonly SignalField[]) =>
  fields.map(
    (field) =>
      [
        by('state'),
        falling(field),
        by('submittedAt'),
        by('cityId'),
        by('submittedBy'),
        by('ownCityId'),
      ] as const,
  );
const signalledTexts = signalled('linkKey', 'hostKey', 'secondHostKey', 'textKey', 'burstKey');
const signalledPictures = signalled('pictureKey', 'nearPictureKey');

const ofLocation = [by('locationId'), by('state')] as const;
/** All items of a place, which move with it in a merge. */
const movedWithLocation = [by('locationId')] as const;

/** One for each part of the difference hash. */
export const bandCollections = ['band0', 'band1', 'band2', 'band3', 'band4', 'band5', 'band6'] as const;

/** Everything that needs a review: a collection for each kind, with the fields that say whether an item waits. */
export const queue = {
  name: 'queue',
  version: versionOf('queue'),
  collections: [
    { name: 'days', indexes: [], written: 'first' },
    { name: 'totals', indexes: [] },
    { name: 'senders', indexes: [], written: 'last' },
    { name: 'names', indexes: [], written: 'last' },
    ...bandCollections.map((name) => ({ name, indexes: [], written: 'last' }) as const),
    { name: 'cities', sparse: ['state', 'closed'], indexes: [...listed, ...signalledTexts, [by('closed')]] },
    {
      name: 'locations',
      sparse: ['state'],
      indexes: [
        ...listed.map((index) => [...index, by('ownCityId')] as const),
        ...signalledTexts,
        ...signalled('nearNameKey'),
        [by('nameKey'), by('status')],
        [by('nearNameKey'), by('status')],
      ],
    },
    {
      name: 'edits',
      sparse: ['state'],
      indexes: [...listed, ...signalledTexts, ofLocation, movedWithLocation],
    },
    {
      name: 'photos',
      sparse: ['state', 'lacksHash'],
      indexes: [
        ...listed,
        ...signalledTexts,
        ...signalledPictures,
        ofLocation,
        movedWithLocation,
        [by('lacksHash'), by('state'), by('submittedAt')],
      ],
    },
    { name: 'changes', sparse: ['state'], indexes: [...listed, ...signalledTexts, ofLocation] },
    { name: 'reports', sparse: ['state'], indexes: [...listed, ofLocation, movedWithLocation] },
  ],
} as const satisfies ReadModelDeclaration;

/** The collection of each kind. */
export const queueCollections = {
  city: 'cities',
  location: 'locations',
  edit: 'edits',
  photo: 'photos',
  change: 'changes',
  report: 'reports',
} as const satisfies Record<QueueKind, string>;
