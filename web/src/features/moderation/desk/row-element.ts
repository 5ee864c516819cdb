/** The id of the button that has the row's name. */
export const rowId = (key: string): string => `row-${key.replace(' ', '-')}`;

export const rowElement = (key: string): HTMLElement | null =>
  document.getElementById(rowId(key))?.closest<HTMLElement>('[data-row]') ?? null;

/** Scrolls a whole row into view; its scroll margins keep it clear of the sticky bars. */
export function showRow(key: string): void {
  rowElement(key)?.scrollIntoView({ block: 'nearest' });
}

/** Focuses a row's name; returns whether that worked. */
export function focusRow(key: string): boolean {
  const name = document.getElementById(rowId(key));
  name?.focus({ preventScroll: true });
  return name !== null && document.activeElement === name;
}

/** Whether the whole row is visible: inside the window and below the sticky bars. */
export function isOnScreen(key: string): boolean {
  const row = rowElement(key);
  if (row === null || document.visibilityState !== 'visible') return false;
  const { top, bottom } = row.getBoundingClientRect();
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(row);
  // A tolerance of a pixel, for rounding.
  return (
    top >= Number.parseFloat(scrollMarginTop) - 1 &&
    bottom <= window.innerHeight - Number.parseFloat(scrollMarginBottom) + 1
  );
}
