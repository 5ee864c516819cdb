/** Scrolls to the map, which on a phone stands above its list. */
export const toMap = (): void => document.querySelector('[data-map]')?.scrollIntoView({ block: 'nearest' });
