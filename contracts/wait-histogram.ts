/**
 * Waits are kept as a histogram: each bucket is 2% longer than the one before, so that a quantile is right to 1%, and a
 * day's decisions take a few hundred numbers at most, however many there are.
 */
const growth = Math.log(1.02);

/** The bucket of a wait in milliseconds; 0 for less than one. */
export const bucketOf = (milliseconds: number): number =>
  milliseconds < 1 ? 0 : 1 + Math.floor(Math.log(milliseconds) / growth);

/** Seconds: the middle of a bucket. */
const secondsOf = (bucket: number): number =>
  bucket === 0 ? 0 : Math.round(Math.exp((bucket - 0.5) * growth)) / 1000;

/** The wait in seconds that this share (0 to 1) of all waits does not exceed; null where there are none. */
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
