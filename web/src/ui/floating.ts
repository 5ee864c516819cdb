/** Returns the focus after a dialog: to its opener, else to `fallback`, else to the main part of the page. */
export function focusAfterClose(opener: Element | null, fallback?: () => HTMLElement | null): void {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  const target = isThere ? opener : (fallback?.() ?? document.getElementById('main'));
  target?.focus({ preventScroll: true });
}

/**
 * The container for floating elements: the main part of the page, so that they belong to a landmark for a screen
 * reader. Not a dialog: there, removing an element while the focus moves on would pull the focus back to the dialog's
 * beginning.
 */
export const floatingRoot = (): HTMLElement | null =>
  typeof document === 'undefined' ? null : document.getElementById('main');
