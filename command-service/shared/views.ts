import type { Viewer } from '#contracts/shared/parse';
import type { City } from '#contracts/city/views';
import type { PendingEdit, Location } from '#contracts/location/views';
import type { PersonForDesk } from '#contracts/account/views';
import type { Photo } from '#contracts/photo/views';

/**
 * Reads the answer to a command: the same views that a GET gives, once they have reached a position. The composition
 * root provides it, so this service knows nothing else of the reading side.
 * Each function throws Refusal `not-caught-up` when that takes too long.
 */
export interface Views {
  readonly city: (id: string, viewer: Viewer, minPosition: bigint) => Promise<City>;
  readonly location: (id: string, viewer: Viewer, minPosition: bigint) => Promise<Location>;
  readonly photo: (id: string, viewer: Viewer, minPosition: bigint) => Promise<Photo>;
  readonly edit: (id: string, viewer: Viewer, minPosition: bigint) => Promise<PendingEdit>;
  readonly person: (id: string, viewer: Viewer, minPosition: bigint) => Promise<PersonForDesk>;
  /** The names of people as moderators see them. */
  readonly named: (
    userIds: readonly string[],
  ) => Promise<ReadonlyArray<{ readonly id: string; readonly name: string }>>;
  /** Waits until the read models have applied all events up to this position. */
  readonly reached: (minPosition: bigint) => Promise<void>;
}
