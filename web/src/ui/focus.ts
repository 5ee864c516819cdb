/** Returns the focus after a dialog: to its opener, else to `fallback`, else to the main part of the page. */
export function focusAfterClose(opener: Element | null, fallback?: () => HTMLElement | null): void {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  const target = isThere ? opener : (fallback?.() ?? document.getElementById('main'));
  target?.focus({ preventScroll: true });
}
