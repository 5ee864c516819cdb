/** One choice of a location's featured photo. */
export interface FeaturedChoice {
  readonly eventId: string;
  /** Null when the choice left no featured photo. */
  readonly photoId: string | null;
  /** The change that this choice took back. */
  readonly reverts: string | null;
}

/** How many choices a location remembers. A revert cannot return to an older one. */
const remembered = 20;

export const withChoice = (
  choices: readonly FeaturedChoice[],
  choice: FeaturedChoice,
): readonly FeaturedChoice[] => [...choices.slice(1 - remembered), choice];

/** The photo that was featured before a change, skipping choices that were reverted; null for none. */
export function featuredBefore(
  choices: readonly FeaturedChoice[],
  changeId: string,
  isReverted: (changeId: string) => boolean,
): string | null {
  const at = choices.findIndex(({ eventId }) => eventId === changeId);
  if (at === -1) return null;
  return choices.slice(0, at).findLast(({ eventId }) => !isReverted(eventId))?.photoId ?? null;
}

/** The photo that the latest revert of a change went back to; undefined when that revert is not remembered. */
export const featuredByRevert = (
  choices: readonly FeaturedChoice[],
  changeId: string,
): string | null | undefined => choices.findLast(({ reverts }) => reverts === changeId)?.photoId;
