/** How to scroll: without animation for people who prefer reduced motion. */
export const scrollBehavior = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';

// The width of a row's faded edges (styles.css), in pixels.
const faded = 40;

/**
 * Scrolls the first child that matches a selector into view; on a phone it may be beyond the row's edge or be faded
 * there. Only the row scrolls, never the page.
 */
export function showInRow(row: HTMLElement | null, selector: string): void {
  const child = row?.querySelector(selector)?.getBoundingClientRect();
  if (!row || !child) return;
  const { left, right } = row.getBoundingClientRect();
  // The browser ends the scrolling at the row's ends, where nothing is faded.
  if (child.left - faded < left) row.scrollLeft += child.left - faded - left;
  else if (child.right + faded > right) row.scrollLeft += child.right + faded - right;
}
