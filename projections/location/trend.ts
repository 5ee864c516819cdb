const halfLife = 7 * 24 * 60 * 60 * 1000; // milliseconds

/**
 * Adds one event to a trend (log2 of a sum of powers of two, 0 for the empty sum). The event weighs 2^(time in units
 * of 7 days since 1970). Only differences are raised to a power, so nothing overflows.
 */
export function trendWith(trend: number, time: string): number {
  const weight = Date.parse(time) / halfLife;
  if (trend === 0) return weight;
  const [less, more] = trend < weight ? [trend, weight] : [weight, trend];
  return more + Math.log2(1 + 2 ** (less - more));
}
