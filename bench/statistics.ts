/** The value that a share (0 to 1) of the values do not exceed. @throws RangeError without values */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1));
  const value = sorted[at];
  if (value === undefined) throw new RangeError('A percentile needs at least one value');
  return value;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The median ratio of values that were measured side by side. */
export const medianRatio = (ours: readonly number[], floor: readonly number[]): number =>
  median(ours.map((value, round) => value / (floor[round] ?? Number.NaN)));
