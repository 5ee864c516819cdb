/**
 * Waiting times are stored as a histogram. Each bucket is 2% longer than the one before, so a quantile is right to 1%,
 * and a day takes at most a few hundred numbers, however many decisions it has.
 */
const growth = Math.log(1.02);

/** The bucket of a wait in milliseconds; 0 for less than one. */
export const bucketOf = (milliseconds: number): number =>
  milliseconds < 1 ? 0 : 1 + Math.floor(Math.log(milliseconds) / growth);

/** The middle of a bucket in seconds. */
const secondsOf = (bucket: number): number =>
  bucket === 0 ? 0 : Math.round(Math.exp((bucket - 0.5) * growth)) / 1000;

/** The wait in seconds that this share (0 to 1) of all waits does not exceed; null without waits. */
export function quantileOf(waits: ReadonlyMap<number, number>, share: number): number | null {
  const buckets = [...waits].sort(([one], [other]) => one - other);
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  let passed = 0;
  for (const [bucket, count] of buckets) {
    passed += count;
    if (passed >= total * share) return secondsOf(bucket);
  }
  return null;
}
