/** How long (milliseconds) an answer is kept for repeated requests. */
export const answersKeptFor = 24 * 60 * 60 * 1000;

/** When the window that contains `now` ends; windows of that width follow each other. All in milliseconds. */
export const endOfWindow = (width: number, now: number): number => (Math.floor(now / width) + 1) * width;

/** How long (milliseconds) the id of a sent letter is kept. Nothing writes the same letter again after that time. */
export const lettersKnownFor = 3 * 24 * 60 * 60 * 1000;
