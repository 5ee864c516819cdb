import type { Viewing } from './moderation/commands.ts';
import type { QueueKind } from './moderation/words.ts';

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

/** Public documents that have changed, without their content. Empty `ids`: any document may have changed. */
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
 * Sent to moderators for every item that enters or leaves the queue. `by`: the person who caused it, null for the
 * service itself. If more than `queueMovesMost` items move at once, as when a large city is deleted, only
 * `pending-counts` is sent.
 */
export interface QueueMove {
  readonly kind: QueueKind;
  readonly id: string;
  readonly is: 'waiting' | 'gone';
  readonly by: { readonly id: string; readonly name: string } | null;
}
export const queueMovesMost = 200;

/** Sent to moderators: what each moderator has open, including the receiver. */
export type Presence = readonly {
  readonly user: { readonly id: string; readonly name: string };
  readonly kind: QueueKind;
  readonly id: string;
}[];

export interface ServerToClientEvents {
  'pending-counts': (counts: PendingCounts) => void;
  changed: (change: Changed) => void;
  decided: (decision: Decided) => void;
  /** Sent to a person's own sockets when their rights change, so that the client reads them again. */
  'standing-changed': () => void;
  queue: (move: QueueMove) => void;
  presence: (presence: Presence) => void;
}

/**
 * The events that a socket is notified of: all public ones after `publicTo`, and all of its person's after `ownTo`
 * (null for visitors). A response with a lower `X-Read-Position` may lack a change that no message will announce.
 */
export interface Following {
  readonly publicTo: string;
  readonly ownTo: string | null;
}

/**
 * A page requests the positions at which the messages begin, and moderators say what they have open. Clients send
 * nothing else.
 */
export interface ClientToServerEvents {
  following: (respond: (following: Following) => void) => void;
  looking: (item: Viewing) => void;
}
