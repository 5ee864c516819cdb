/** Gives the focus back after a dialog: to what opened it, else to `fallback`, else to the page's main part. */
export function focusAfterClose(opener: Element | null, fallback?: () => HTMLElement | null): void {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  const target = isThere ? opener : (fallback?.() ?? document.getElementById('main'));
  target?.focus({ preventScroll: true });
}
