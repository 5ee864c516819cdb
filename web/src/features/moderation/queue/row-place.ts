/** The id of the button that bears a row's name. */
export const rowId = (key: string): string => `row-${key.replace(' ', '-')}`;

const rowOf = (key: string): HTMLElement | null =>
  document.getElementById(rowId(key))?.closest<HTMLElement>('[data-row]') ?? null;

/** Scrolls a row wholly into view, clear of what stays at the edges (the row's own scroll margins). */
export function showRow(key: string): void {
  rowOf(key)?.scrollIntoView({ block: 'nearest' });
}

/** Moves the focus to a row's name, and says whether there is one that can have it. */
export function focusRow(key: string): boolean {
  const name = document.getElementById(rowId(key));
  name?.focus({ preventScroll: true });
  return name !== null && document.activeElement === name;
}

/** Whether the whole row can be seen: within the window, and below what sticks to its upper edge. */
export function isOnScreen(key: string): boolean {
  const row = rowOf(key);
  if (row === null || document.visibilityState !== 'visible') return false;
  const { top, bottom } = row.getBoundingClientRect();
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(row);
  // Half a pixel is lost to rounding.
  return (
    top >= Number.parseFloat(scrollMarginTop) - 1 &&
    bottom <= window.innerHeight - Number.parseFloat(scrollMarginBottom) + 1
  );
}
