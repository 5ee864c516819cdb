import type { Person } from './person.ts';
import type { Status } from './statuses.ts';

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
 * The status of a location, given its city. In a deleted city every location shows as deleted. In a rejected city
 * pending ones show as rejected, for the city's reason. In a withdrawn city pending ones of the city's submitter show
 * as withdrawn. Every other location shows its own status. No event records this: it ends when the city is restored.
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

/** An approved city is visible to everybody, a deleted one to nobody, others to their submitter and to moderators. */
export const isCitySeenBy = (
  { status, submittedBy }: Pick<Own, 'status' | 'submittedBy'>,
  person: Pick<Person, 'userId' | 'canModerate'> | null,
): boolean =>
  status === 'approved' ||
  (status !== 'deleted' && person !== null && (person.canModerate || person.userId === submittedBy));

/** An approved location of an approved city is public. */
export const isPublic = (location: Pick<Own, 'status'>, city: Pick<Own, 'status'> | undefined): boolean =>
  location.status === 'approved' && city?.status === 'approved';

/** Whether an edit that is pending by its own events still waits: it does not if its place is not public. */
export const editWaits = (location: Own | undefined, city: Own | undefined): boolean =>
  location !== undefined && isPublic(location, city);

/** What a photo's own events say about who sees it. */
export interface PhotoReview {
  readonly present: boolean;
  readonly uploadedBy: string;
  /** Whether it is reviewed before or after it appears; null if it needs no review. */
  readonly review: 'after' | 'before' | null;
  /** Whether a moderator has accepted the photo. */
  readonly reviewed: boolean;
}

/** Whether only its uploader and moderators see it, until it is reviewed. */
export const isHeldBack = ({ review, reviewed }: Pick<PhotoReview, 'review' | 'reviewed'>): boolean =>
  review === 'before' && !reviewed;

/** Whether the person sees a photo, given that they see its location. */
export const isPhotoSeenBy = (
  photo: PhotoReview,
  person: Pick<Person, 'userId' | 'canModerate'> | null,
): boolean =>
  photo.present &&
  (!isHeldBack(photo) || (person !== null && (person.canModerate || person.userId === photo.uploadedBy)));

/**
 * A public location is visible to everybody, a deleted one to nobody, others to their submitter and to moderators.
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

/** Whether the person sees a photo at its location. If a merging left it with the merged one, only its uploader does. */
export function isPhotoSeenAt(
  photo: PhotoReview,
  location: (Own & { readonly mergedInto: string | null }) | undefined,
  city: Own | undefined,
  person: Pick<Person, 'userId' | 'canModerate'> | null,
): boolean {
  if (location === undefined || city === undefined || !isPhotoSeenBy(photo, person)) return false;
  if (location.mergedInto === null) return isLocationSeenBy(location, city, person);
  return city.status !== 'deleted' && person?.userId === photo.uploadedBy;
}
