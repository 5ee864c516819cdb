import { brand } from '#contracts/first-texts';

const locale = 'en-GB';
const plurals = new Intl.PluralRules(locale);
// The first of these costs a phone some 70 ms: made when one is needed, which a first screen seldom does.
const numbers = lazily(() => new Intl.NumberFormat(locale));
const clock = dateFormat({ hour: '2-digit', minute: '2-digit' });
const dayOfYear = dateFormat({ day: 'numeric', month: 'short' });
const dayAndTime = dateFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const month = dateFormat({ month: 'long', year: 'numeric' });
const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function dateFormat(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  return lazily(() => new Intl.DateTimeFormat(locale, options));
}

/** What is counted, as it is called for one and for any other number. */
export interface Noun {
  readonly one: string;
  readonly many: string;
}

export const nouns = {
  city: { one: 'city', many: 'cities' },
  location: { one: 'location', many: 'locations' },
  edit: { one: 'edit', many: 'edits' },
  photo: { one: 'photo', many: 'photos' },
  rating: { one: 'rating', many: 'ratings' },
} as const satisfies Readonly<Record<string, Noun>>;

// Below a thousand there is nothing to group.
export const numberText = (count: number): string => (count < 1000 ? String(count) : numbers().format(count));

/** 'city' for one, 'cities' for any other number. */
export const nounFor = (count: number, { one, many }: Noun): string =>
  plurals.select(count) === 'one' ? one : many;

/** '1 city', '1,204 cities'. */
export const counted = (count: number, noun: Noun): string => `${numberText(count)} ${nounFor(count, noun)}`;

/** The same of a list's total as the server tells it: '1000+' where it has stopped counting. */
export const countedTotal = (total: string, noun: Noun): string =>
  /^\d+$/.test(total) ? counted(Number(total), noun) : `${total} ${noun.many}`;

/** '4.8'. */
export const ratingText = (rating: number): string => rating.toFixed(1);

/** '10:41' for a time (ISO 8601) of the day of `now` (milliseconds), '3 Nov, 10:41' for another; in the reader's zone. */
export function timeText(time: string, now: number): string {
  const at = new Date(time);
  const today = new Date(now);
  if (at.toDateString() === today.toDateString()) return clock().format(at);
  const date = at.getFullYear() === today.getFullYear() ? dayOfYear().format(at) : day().format(at);
  return `${date}, ${clock().format(at)}`;
}

/** '3 Nov'. */
export const dayText = (time: string): string => dayOfYear().format(new Date(time));

/** '3 Nov, 10:41'. */
export const dayAndTimeText = (time: string): string => dayAndTime().format(new Date(time));

/** 'November 2026'. */
export const monthText = (time: string): string => month().format(new Date(time));

/** A screen's title, as it stands on the browser's tab. */
export const titleOf = (screen: string): string => `${screen} · ${brand.name}`;
