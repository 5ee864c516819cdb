import { fold } from './fold.ts';

/** Shorter names repeat each other by chance. */
export const shortestDuplicate = 3;

/**
 * Two places of one city with the same name, whatever its case and accents, may be the same place: the form warns whoever
 * sends one in, and the queue warns whoever decides.
 */
export const isDuplicateName = (one: string, other: string): boolean =>
  [...one.trim()].length >= shortestDuplicate && fold(one) === fold(other);

/** The same text for all places that may be the same one; too short a name never makes two. */
export const nameKeyOf = (cityId: string, name: string): string =>
  [...name.trim()].length >= shortestDuplicate ? `${cityId}/${fold(name)}` : '';
