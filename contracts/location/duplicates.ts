import { normaliseText } from '../shared/normalise.ts';

/** Shorter names are often equal by chance. */
export const shortestDuplicate = 3;

/**
 * Whether two places of one city may be the same place: their names differ at most in case and accents. The form warns
 * the person who sends in a place, and the queue warns the moderator.
 */
export const isDuplicateName = (one: string, other: string): boolean =>
  [...one.trim()].length >= shortestDuplicate && normaliseText(one) === normaliseText(other);

/** A key that is the same for all places that may be the same place; empty for a name that is too short. */
export const nameKeyOf = (cityId: string, name: string): string =>
  [...name.trim()].length >= shortestDuplicate ? `${cityId}/${normaliseText(name)}` : '';
