import type { Document, ReadModelDeclaration } from './read-model-declaration.ts';
import type { Life } from './life.ts';
import type { QueueKind, Reportable, Status } from './vocabulary.ts';

/**
 * `waiting`: somebody should look at it. `hidden`: it waits, but what it belongs to is not there now, so nobody needs to
 * look at it yet. `done`: decided, looked at, or never waiting.
 */
export type QueueState = 'waiting' | 'hidden' | 'done';

/** What the queue knows of everything that may wait, whatever its kind. Times are ISO 8601, positions those of the log. */
export interface QueueEntry extends Document {
  readonly state: QueueState;
  readonly entityType: Reportable;
  readonly entityId: string;
  readonly locationId: string | null;
  readonly cityId: string | null;
  readonly submittedBy: string | null;
  /** When it was sent in, the last time. */
  readonly submittedAt: string;
  /** When it began to wait, the last time: sent in, or a decision taken back. And the correlation id of that request. */
  readonly since: string;
  readonly request: string;
  /** Positions at which it came into the queue and left it last, 0 before that, and who did the later of the two. */
  readonly cameAt: number;
  readonly wentAt: number;
  readonly turnedBy: string | null;
}

/** How many things of a city wait, by kind. */
export type WaitingInCity = Readonly<Record<'location' | 'edit' | 'photo' | 'change', number>>;

export interface QueueCity extends QueueEntry, Omit<Life, 'submittedBy'> {
  readonly submittedBy: string;
  readonly cityId: string;
  readonly name: string;
  readonly country: string;
  /** The status that the states of what is in the city are made with, and the position of the event that changed it. */
  readonly listsAs: Status;
  readonly listedAt: number;
  /** `everything`: readers skip what is in it, although its documents say that it waits. */
  readonly hides: 'nothing' | 'everything';
  /** By their marks, whether it hides them or not. */
  readonly waiting: WaitingInCity;
  /** Of what is in it, how much is waiting or hidden. */
  readonly open: number;
}

export interface QueueLocation extends QueueEntry, Omit<Life, 'submittedBy'> {
  readonly submittedBy: string;
  readonly locationId: string;
  readonly cityId: string;
  readonly name: string;
  /** City and folded name: places of one key may be the same one. */
  readonly nameKey: string;
  readonly category: string;
  readonly address: string | null;
}

/** Some fields with the values proposed, or applied; long texts are cut. */
export type Proposed = Readonly<Record<string, string | null>>;

export interface QueueEdit extends QueueEntry {
  readonly locationId: string;
  readonly cityId: string;
  readonly isOpen: boolean;
  readonly proposed: Proposed;
}

/** Every photo, since a report on it must find its place. */
export interface QueuePhoto extends QueueEntry {
  readonly locationId: string;
  readonly cityId: string;
  readonly isPresent: boolean;
  /** Somebody should look at it as long as it is there. */
  readonly isOpen: boolean;
  readonly caption: string | null;
}

/** What applied at once: the fields of a city, a photo chosen for a place, a submission, an edit. */
export interface QueueChange extends QueueEntry {
  readonly cityId: string;
  readonly what: 'edited' | 'featured' | 'submitted' | 'edit';
  /** Of an edit that applied at once. */
  readonly editId: string | null;
  readonly isOpen: boolean;
  readonly proposed: Proposed;
}

/** All reports on one thing. */
export interface QueueReport extends QueueEntry {
  /** How many open ones give each reason, and how many of those that the last decision closed. */
  readonly open: Readonly<Record<string, number>>;
  readonly closed: Readonly<Record<string, number>>;
}

/** One document, `all`: how many of each kind wait. */
export interface QueueTotals extends Document, Readonly<Record<QueueKind, number>> {}

/** The decisions of one day; the id is the day in UTC, `2026-11-22`. */
export interface QueueDay extends Document {
  readonly decided: number;
  /** By who decided: as many entries as there are moderators. */
  readonly decidedBy: Readonly<Record<string, number>>;
  /** How many of them had waited how long; see contracts/waits.ts. */
  readonly waits: Readonly<Record<string, number>>;
}

const by = (field: string) => [field, 1] as const;
const falling = (field: string) => [field, -1] as const;

/** The list in both orders, one city's, one person's. Each also counts what its filters leave. */
const listed = [
  [by('state'), by('submittedAt'), by('cityId'), by('submittedBy')],
  [by('state'), falling('submittedAt'), by('cityId'), by('submittedBy')],
  [by('cityId'), by('state'), by('submittedAt'), by('submittedBy')],
  [by('submittedBy'), by('state'), by('submittedAt'), by('cityId')],
] as const;
const ofLocation = [by('locationId'), by('state')] as const;

/** What somebody should look at: a collection for each kind, with what it takes to know whether it waits. */
export const queue = {
  name: 'queue',
  version: 1,
  collections: [
    { name: 'days', indexes: [] },
    { name: 'totals', indexes: [] },
    { name: 'cities', indexes: [...listed, [by('hides')]] },
    { name: 'locations', indexes: [...listed, [by('nameKey'), by('status')]] },
    { name: 'edits', indexes: [...listed, ofLocation] },
    { name: 'photos', indexes: [...listed, ofLocation] },
    { name: 'changes', indexes: [...listed, ofLocation] },
    { name: 'reports', indexes: [...listed, ofLocation] },
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
