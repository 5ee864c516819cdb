/** The socket's events, for both ends. Positions are decimal strings, as in `X-Event-Position`. */
export interface PendingCounts {
  readonly cities: number;
  readonly locations: number;
  readonly edits: number;
  readonly position: string;
}

/** Which public documents are others now; no content, so nothing leaks. Empty `ids`: any of them may be. */
export interface Changed {
  readonly readModel: PublicReadModel;
  readonly ids: readonly string[];
  readonly position: string;
}

export const publicReadModels = ['cities', 'locations', 'photos', 'trending', 'stats'] as const;
export type PublicReadModel = (typeof publicReadModels)[number];

/** To the submitter alone. */
export interface Decided {
  readonly entityType: 'city' | 'location' | 'edit';
  readonly entityId: string;
  readonly status: string;
  readonly reason: string | null;
}

export interface ServerToClientEvents {
  'pending-counts': (counts: PendingCounts) => void;
  changed: (change: Changed) => void;
  decided: (decision: Decided) => void;
}

/** Nothing is ever asked over the socket. */
export type ClientToServerEvents = Record<string, never>;
