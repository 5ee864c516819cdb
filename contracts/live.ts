import type { Looking } from './looking.ts';
import type { QueueKind } from './vocabulary.ts';

/** The socket's events, for both ends. Positions are decimal strings, as in `X-Event-Position`. */
export interface PendingCounts {
  readonly cities: number;
  readonly locations: number;
  readonly edits: number;
  readonly photos: number;
  readonly changes: number;
  readonly reports: number;
  readonly position: string;
}

/** Which public documents have changed, without content, so that nothing leaks. Empty `ids`: any of them may have. */
export interface Changed {
  readonly readModel: PublicReadModel;
  readonly ids: readonly string[];
  readonly position: string;
}

export const publicReadModels = ['cities', 'locations', 'photos', 'trending', 'stats'] as const;
export type PublicReadModel = (typeof publicReadModels)[number];

/** Sent to the submitter only. */
export interface Decided {
  readonly entityType: 'city' | 'location' | 'edit' | 'photo' | 'report';
  readonly entityId: string;
  readonly status: string;
  readonly reason: string | null;
}

/**
 * To moderators, of every thing that comes into the queue or leaves it; `by`: who did it, null for the service itself.
 * Where more than `queueMovesMost` move at once, as at the end of a large city, only `pending-counts` tells of it.
 */
export interface QueueMove {
  readonly kind: QueueKind;
  readonly id: string;
  readonly is: 'waiting' | 'gone';
  readonly by: { readonly id: string; readonly name: string } | null;
}
export const queueMovesMost = 200;

/** To moderators: what all of them look at, the one who hears it too. */
export type Presence = readonly {
  readonly user: { readonly id: string; readonly name: string };
  readonly kind: QueueKind;
  readonly id: string;
}[];

export interface ServerToClientEvents {
  'pending-counts': (counts: PendingCounts) => void;
  changed: (change: Changed) => void;
  decided: (decision: Decided) => void;
  /** To a person's own sockets: they may do other things than before, so a client asks again who they are. */
  'standing-changed': () => void;
  queue: (move: QueueMove) => void;
  presence: (presence: Presence) => void;
}

/**
 * What a socket is told of: everything public after `publicTo`, and everything of its person after `ownTo` (null for
 * visitors). An answer that had read no further (`X-Read-Position`) may lack something that nobody will tell of.
 */
export interface Following {
  readonly publicTo: string;
  readonly ownTo: string | null;
}

/** A page asks where the messages begin, and moderators say what they look at; nothing else is said over the socket. */
export interface ClientToServerEvents {
  following: (answer: (following: Following) => void) => void;
  looking: (item: Looking) => void;
}
