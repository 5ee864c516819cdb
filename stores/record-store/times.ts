/** How long (milliseconds) an answer is kept for those who ask again. */
export const answersKeptFor = 24 * 60 * 60 * 1000;

/** When the window ends that holds `now`; windows of that width follow each other. All in milliseconds. */
export const endOfWindow = (width: number, now: number): number => (Math.floor(now / width) + 1) * width;

/** How long (milliseconds) the id of a letter that was sent is kept: whatever writes it again has done so by then. */
export const lettersKnownFor = 3 * 24 * 60 * 60 * 1000;
