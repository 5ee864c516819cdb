import type { QueueItem } from '#contracts/moderation/views';

import { rowElement } from '../desk/row-element.ts';
import { keyOf, unknownRevision } from '../desk/rows.ts';

/** Marks an element that shows an item: `data-shows` is its key, `data-painted` the revision shown completely. */
export const showing = (key: string) => ({ 'data-shows': key });

/** The element that shows an item; the topmost if a dialog over the desk shows the same item. */
const shownOf = (key: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[data-shows]')].findLast(
    ({ dataset }) => dataset['shows'] === key,
  ) ?? null;

/** Only this server's pictures must load: a picture from another site may never load. */
const isOwn = (address: string): boolean => new URL(address, location.href).origin === location.origin;

export const brokenIn = (shown: HTMLElement): readonly string[] =>
  [...shown.querySelectorAll<HTMLElement>('[data-broken]')].map(({ dataset }) => dataset['broken'] ?? '');

export const isLoaded = (image: HTMLImageElement): boolean => image.complete && image.naturalWidth > 0;
/** A picture in a closed `<details>` element loads only once the element is opened. */
const isFolded = (image: HTMLImageElement): boolean => image.closest('details:not([open])') !== null;
const areLoaded = (shown: HTMLElement): boolean =>
  [...shown.querySelectorAll('img')].every((image) => isLoaded(image) || isFolded(image));

/** Whether all texts and pictures have loaded. */
export const isWhole = (shown: HTMLElement): boolean =>
  shown.querySelector('[data-loading], [data-failed]') === null &&
  areLoaded(shown) &&
  !brokenIn(shown).some(isOwn);

/** The revision of an item whose detail is shown completely; null if none is. */
export function paintedRevision(key: string): number | null {
  const painted = shownOf(key)?.dataset['painted'];
  return painted === undefined ? null : Number(painted);
}

const isBack = 'It has only just come back, and is being loaded.';

/** Why the person has not seen an item at its current revision; null if they have. */
export function whyUnseen(item: QueueItem, decision: 'approve' | 'reject'): string | null {
  const shown = shownOf(keyOf(item));
  if (shown === null) return whyRowUnseen(item);
  if (shown.querySelector('[data-failed]') !== null) return 'Its story could not be loaded.';
  if (shown.querySelector('[data-loading]') !== null) return 'Its story is still loading.';
  const { revision, painted } = shown.dataset;
  if (item.revision === unknownRevision) return isBack;
  if (revision !== String(item.revision)) return 'It has changed since you looked, and is being loaded.';
  if (painted === revision) return null;
  if (!areLoaded(shown)) return 'Its pictures are still loading.';
  if (!brokenIn(shown).some(isOwn)) return 'It is only just on the screen.';
  // An item whose picture cannot be shown may still be declined.
  return decision === 'reject' ? null : 'One of its pictures could not be loaded, so nobody has seen it.';
}

/**
 * The same for an item that is decided by its row. For a photo, the picture must have loaded: in its own row, in the
 * row of its set, or beside the list (`data-in-set`).
 */
export function whyRowUnseen({ kind, id, revision }: QueueItem): string | null {
  if (revision === unknownRevision) return isBack;
  if (kind !== 'photo') return null;
  const row = rowElement(keyOf({ kind, id })) ?? document.querySelector<HTMLElement>(`[data-in-set="${id}"]`);
  if (row === null && document.querySelector(`[data-set~="${id}"]`) !== null)
    return 'Not all of these photos are on the screen. Open the row to see them.';
  if (row === null) return null;
  if (!areLoaded(row)) return 'The picture is still loading.';
  return brokenIn(row).length > 0 ? 'The picture could not be loaded. Open it to try again.' : null;
}
