interface Change {
  readonly from: string | null;
  readonly to: string | null;
}

/** The changed fields alone: an event's type also allows a field that is there and undefined. */
export function changesOf(changes: Readonly<Record<string, Change | undefined>>): Record<string, Change> {
  const present: Record<string, Change> = {};
  for (const field in changes) {
    const change = changes[field];
    if (change !== undefined) present[field] = change;
  }
  return present;
}
