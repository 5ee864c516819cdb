import { brand } from '#contracts/texts';

const locale = 'en-GB';
const plurals = new Intl.PluralRules(locale);
const numbers = new Intl.NumberFormat(locale);
const ratings = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
const dayOfYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });

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
} as const satisfies Readonly<Record<string, Noun>>;

export const numberText = (count: number): string => numbers.format(count);

/** 'city' for one, 'cities' for any other number. */
export const nounFor = (count: number, { one, many }: Noun): string =>
  plurals.select(count) === 'one' ? one : many;

/** '1 city', '1,204 cities'. */
export const counted = (count: number, noun: Noun): string => `${numberText(count)} ${nounFor(count, noun)}`;

/** The same of a list's total as the server tells it: '1000+' where it has stopped counting. */
export const countedTotal = (total: string, noun: Noun): string =>
  /^\d+$/.test(total) ? counted(Number(total), noun) : `${total} ${noun.many}`;

/** '4.8'. */
export const ratingText = (rating: number): string => ratings.format(rating);

/** '10:41' for a time (ISO 8601) of the day of `now` (milliseconds), '3 Nov, 10:41' for another; in the reader's zone. */
export function timeText(time: string, now: number): string {
  const at = new Date(time);
  const today = new Date(now);
  if (at.toDateString() === today.toDateString()) return clock.format(at);
  const date = at.getFullYear() === today.getFullYear() ? dayOfYear.format(at) : day.format(at);
  return `${date}, ${clock.format(at)}`;
}

/** A screen's title, as it stands on the browser's tab. */
export const titleOf = (screen: string): string => `${screen} · ${brand.name}`;
