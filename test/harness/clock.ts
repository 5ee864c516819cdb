/**
 * The start of a test's clock: the given second after the next noon in UTC, in milliseconds. A database server removes
 * expired data by its own clock, so a test's sessions must not expire in the past.
 */
export function noon(second = 0): number {
  const time = new Date();
  time.setUTCHours(12, 0, second, 0);
  const today = time.getTime();
  return today > Date.now() ? today : today + 24 * 3_600_000;
}
