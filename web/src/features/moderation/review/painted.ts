import type { QueueItem } from '#contracts/moderation/views';

import { rowElement } from '../desk/row-element.ts';
import { keyOf, unknownRevision } from '../desk/rows.ts';

/** Marks an element that shows an item: `shows` is its key, `painted` the revision that is on the screen whole. */
export const showing = (key: string) => ({ 'data-shows': key });

/** The one on top, if a dialog over the desk shows the same item. */
const shownOf = (key: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[data-shows]')].findLast(
    ({ dataset }) => dataset['shows'] === key,
  ) ?? null;

/** Only what this server keeps must load: another site's picture may never do. */
const isOwn = (address: string): boolean => new URL(address, location.href).origin === location.origin;

export const brokenIn = (shown: HTMLElement): readonly string[] =>
  [...shown.querySelectorAll<HTMLElement>('[data-broken]')].map(({ dataset }) => dataset['broken'] ?? '');

export const isLoaded = (image: HTMLImageElement): boolean => image.complete && image.naturalWidth > 0;
/** A picture in a part that is folded away loads once that is opened. */
const isFolded = (image: HTMLImageElement): boolean => image.closest('details:not([open])') !== null;
const areLoaded = (shown: HTMLElement): boolean =>
  [...shown.querySelectorAll('img')].every((image) => isLoaded(image) || isFolded(image));

/** Whether all texts and pictures are there. */
export const isWhole = (shown: HTMLElement): boolean =>
  shown.querySelector('[data-loading], [data-failed]') === null &&
  areLoaded(shown) &&
  !brokenIn(shown).some(isOwn);

/** The revision of an item whose detail is on the screen whole; null if it is not. */
export function paintedRevision(key: string): number | null {
  const painted = shownOf(key)?.dataset['painted'];
  return painted === undefined ? null : Number(painted);
}

const isBack = 'It has only just come back, and is being loaded.';

/** Why an item's detail, if it is on the screen, has not been seen as it is now; null if it has been. */
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
  // What cannot be shown may be declined.
  return decision === 'reject' ? null : 'One of its pictures could not be loaded, so nobody has seen it.';
}

/**
 * The same for what is decided by its row: of a photo, which is its picture, that is part of what must be seen, in the
 * row of its set too, or beside the list (`data-in-set`).
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
