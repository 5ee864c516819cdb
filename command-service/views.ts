import type { Viewer } from '#contracts/parse';
import type { City } from '#contracts/views/city';
import type { PendingEdit } from '#contracts/views/edit';
import type { Location } from '#contracts/views/location';
import type { PersonForDesk } from '#contracts/views/people';
import type { Photo } from '#contracts/views/photo';

/**
 * How a command's answer is read: the same views that a GET gives, once they have reached a position. Handed in by
 * the composition root, so that this service knows the reading side by this alone.
 * Each throws Refusal `not-caught-up` when that takes too long.
 */
export interface Views {
  readonly city: (id: string, viewer: Viewer, minPosition: bigint) => Promise<City>;
  readonly location: (id: string, viewer: Viewer, minPosition: bigint) => Promise<Location>;
  readonly photo: (id: string, viewer: Viewer, minPosition: bigint) => Promise<Photo>;
  readonly edit: (id: string, viewer: Viewer, minPosition: bigint) => Promise<PendingEdit>;
  readonly person: (id: string, viewer: Viewer, minPosition: bigint) => Promise<PersonForDesk>;
  /** Waits until all that follows at once from a command has been applied. */
  readonly reached: (minPosition: bigint) => Promise<void>;
}
