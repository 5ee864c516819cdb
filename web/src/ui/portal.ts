/**
 * Where what floats is put: within the page's main part, so that it belongs to a landmark for a screen reader. Not into a
 * dialog: there, what goes away while the focus moves on would draw the focus back to the dialog's beginning.
 */
export const floatingRoot = (): HTMLElement | null => document.getElementById('main');
