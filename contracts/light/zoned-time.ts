const minute = 60_000;
const hour = 60 * minute;

/** The clock of a time zone. Times are milliseconds since 1970. */
export interface Zone {
  /** '2026-06-21T04:43:00+01:00', to the second. */
  readonly iso: (time: number) => string;
  /** '2026-06-21': the local day of a time. */
  readonly dayOf: (time: number) => string;
  /** The hours since midnight on the local clock: 0 to 24. */
  readonly hourOf: (time: number) => number;
  /** The beginning of a day and of the next one: 23 to 25 hours apart, equal if the zone skipped that day. */
  readonly day: (date: string) => { readonly from: number; readonly to: number };
}

/** @param timeZone an IANA name. @throws RangeError if the zone is unknown */
export function zoneOf(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const local = (time: number) => new Date(time + offsetOf(format, time));
  const dayOf = (time: number) => local(time).toISOString().slice(0, 10);
  /** The first minute whose day is not before `date`. */
  const firstOf = (date: string): number => {
    const midnight = Date.parse(`${date}T00:00:00Z`);
    let [before, from] = [midnight - 16 * hour, midnight + 16 * hour];
    while (from - before > minute) {
      const between = before + Math.floor((from - before) / minute / 2) * minute;
      if (dayOf(between) < date) before = between;
      else from = between;
    }
    return from;
  };
  return {
    iso: (time) => {
      const whole = Math.round(time / 1000) * 1000;
      const offset = offsetOf(format, whole);
      const [sign, minutes] = [offset < 0 ? '-' : '+', Math.abs(offset) / minute];
      const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
      return `${new Date(whole + offset).toISOString().slice(0, 19)}${sign}${two(minutes / 60)}:${two(minutes % 60)}`;
    },
    dayOf,
    hourOf: (time) => (local(time).getTime() % (24 * hour)) / hour,
    day: (date) => ({
      from: firstOf(date),
      to: firstOf(new Date(Date.parse(`${date}T00:00:00Z`) + 24 * hour).toISOString().slice(0, 10)),
    }),
  };
}

/**
 * In milliseconds. Local mean times before time zones had seconds, which an ISO time cannot express, so the offset is
 * in whole minutes.
 */
function offsetOf(format: Intl.DateTimeFormat, time: number): number {
  const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /GMT([+\-\u2212])(\d+):?(\d*)/.exec(name) ?? [];
  return (sign === '+' || sign === undefined ? 1 : -1) * (Number(hours) * hour + Number(minutes) * minute);
}
