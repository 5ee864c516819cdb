import { attempt } from './kept.ts';

const name = 'position';

/** The greatest log position that this tab had seen when its last page was left; null or empty for none. */
export const keptPosition = (): string | null => attempt(() => sessionStorage.getItem(name));

/** Keeps it for the tab's next page, which then reads what is at least as new. */
export const keepPosition = (position: string | null): void => {
  attempt(() => sessionStorage.setItem(name, position ?? ''));
};
