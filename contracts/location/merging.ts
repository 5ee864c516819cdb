import type { Life } from '../shared/life.ts';

/** One step on the way from a merged place to the one that shows it. */
export interface MergeLink {
  /** The place that it was merged into. */
  readonly id: string;
  /** Whether the photos were merged too. */
  readonly photos: boolean;
}

/** What read models store about the merges of a place. */
export interface Mergeable {
  /** From the place that it was merged into to the last one, which shows it; empty if it was not merged. */
  readonly path: readonly MergeLink[];
  /** The ids of all places that it shows, or would show if it were not merged itself. */
  readonly members: readonly string[];
}

/** The id of the place that shows a location: its own unless it was merged. */
export const shownAt = ({ id, path }: Pick<Mergeable, 'path'> & { readonly id: string }): string =>
  path.at(-1)?.id ?? id;

/** The id of the place that shows its photos, which a merging may leave with the merged place. */
export function photosAt({ id, path }: Pick<Mergeable, 'path'> & { readonly id: string }): string {
  const end = path.findIndex(({ photos }) => !photos);
  return (end === -1 ? path : path.slice(0, end)).at(-1)?.id ?? id;
}

/** To its submitter a merged place is not deleted: it keeps its decision; one that waited counts as declined. */
export const decisionOnMerged = (decision: Life['decision']): Life['decision'] =>
  decision === 'pending' ? 'rejected' : decision;
