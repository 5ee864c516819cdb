/**
 * The container for floating elements: the main part of the page, so that they belong to a landmark for a screen
 * reader. Not a dialog: there, removing an element while the focus moves on would pull the focus back to the dialog's
 * beginning.
 */
export const floatingRoot = (): HTMLElement | null => document.getElementById('main');
