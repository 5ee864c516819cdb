/** How long (milliseconds) an answer is kept for those who ask again. */
export const answersKeptFor = 24 * 60 * 60 * 1000;

/** When the window ends that holds `now`; windows of that width follow each other. All in milliseconds. */
export const endOfWindow = (width: number, now: number): number => (Math.floor(now / width) + 1) * width;
