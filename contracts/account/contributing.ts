const hour = 3_600_000;

/** How long a person counts as a contributor after the latest contribution: 30 days. */
const contributingHours = 30 * 24;

/** The full hour, in ISO 8601, in which a time (ISO 8601, UTC) lies. */
export const hourOf = (time: string): string => `${time.slice(0, 13)}:00:00.000Z`;

/** The first of the hours that count until the given time (milliseconds since 1970), which is in the last of them. */
export const firstHourCounted = (now: number): string => hourBefore(now, contributingHours);

/** All the hours that count, up to and including the given one. */
export function hoursCounted(last: string): readonly string[] {
  const now = Date.parse(last);
  return Array.from({ length: contributingHours + 1 }, (_, before) => hourBefore(now, before));
}

const hourBefore = (now: number, hours: number): string => hourOf(new Date(now - hours * hour).toISOString());
