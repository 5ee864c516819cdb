import type { Person } from './person.ts';
import type { Status } from './vocabulary.ts';

/** An entity's own state, by its own events. See `Life`. */
export interface Own {
  readonly submittedBy: string;
  readonly status: Status;
  readonly reason: string | null;
  /** ISO 8601; null while pending. */
  readonly decidedAt: string | null;
}
export type Shown = Omit<Own, 'submittedBy'>;

/**
 * The status of a location, given its city. A deleted city shows all of its locations as deleted, a rejected one its
 * pending ones as rejected for its own reason, a withdrawn one the pending ones of its own submitter as withdrawn.
 * Every other location shows its own status. None of this is recorded as an event: when the city returns, so do they.
 */
export function shown(location: Own, city: Own | undefined): Shown {
  const { status, reason, decidedAt } = location;
  if (city?.status === 'deleted') return { status: 'deleted', reason, decidedAt };
  if (status === 'pending' && endsWaiting(location, city)) {
    return { status: city.status, reason: city.reason, decidedAt: city.decidedAt };
  }
  return { status, reason, decidedAt };
}

function endsWaiting(location: Own, city: Own | undefined): city is Own {
  if (city?.status === 'withdrawn') return city.submittedBy === location.submittedBy;
  return city?.status === 'rejected';
}

/** An approved city is visible to everybody, another one to its submitter and to moderators, a deleted one to nobody. */
export const isCitySeenBy = (
  { status, submittedBy }: Pick<Own, 'status' | 'submittedBy'>,
  person: Pick<Person, 'userId' | 'canModerate'> | null,
): boolean =>
  status === 'approved' ||
  (status !== 'deleted' && person !== null && (person.canModerate || person.userId === submittedBy));

/** An approved location of an approved city is public. */
export const isPublic = (location: Pick<Own, 'status'>, city: Pick<Own, 'status'> | undefined): boolean =>
  location.status === 'approved' && city?.status === 'approved';

/** What a photo's own events say of who sees it. */
export interface PhotoReview {
  readonly present: boolean;
  readonly uploadedBy: string;
  /** Whether somebody looks at it after it has appeared, or before; null where nobody needs to. */
  readonly review: 'after' | 'before' | null;
  /** A moderator has looked at it, and it stays. */
  readonly reviewed: boolean;
}

/** Until a moderator has looked at it, only its uploader and moderators see it. */
export const isHeldBack = ({ review, reviewed }: Pick<PhotoReview, 'review' | 'reviewed'>): boolean =>
  review === 'before' && !reviewed;

/** A photo of a location that the person sees. */
export const isPhotoSeenBy = (
  photo: PhotoReview,
  person: Pick<Person, 'userId' | 'canModerate'> | null,
): boolean =>
  photo.present &&
  (!isHeldBack(photo) || (person !== null && (person.canModerate || person.userId === photo.uploadedBy)));

/**
 * A public location is visible to everybody, another one to its submitter and to moderators, a deleted one to nobody.
 */
export const isLocationSeenBy = (
  location: Own,
  city: Own | undefined,
  person: Pick<Person, 'userId' | 'canModerate'> | null,
): boolean =>
  city !== undefined &&
  shown(location, city).status !== 'deleted' &&
  (isPublic(location, city) ||
    (person !== null && (person.canModerate || person.userId === location.submittedBy)));
