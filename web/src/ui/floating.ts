/**
 * Returns the focus after a dialog: to its opener, else to `fallback`. If both are gone and the focus would be lost, it
 * goes to the main part of the page.
 */
export function focusAfterClose(opener: Element | null, fallback?: () => HTMLElement | null): void {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  const target = isThere ? opener : fallback?.();
  target?.focus({ preventScroll: true });
  const { activeElement: now } = document;
  if (now === null || now === document.body || now.closest('[inert]') !== null)
    document.getElementById('main')?.focus({ preventScroll: true });
}

/**
 * The container for floating elements: the main part of the page, so that a screen reader finds them in a landmark. A
 * dialog is not used: if an element is removed there while the focus moves, the focus returns to the dialog's start.
 */
export const floatingRoot = (): HTMLElement | null =>
  typeof document === 'undefined' ? null : document.getElementById('main');
