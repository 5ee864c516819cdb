import { brand } from '#contracts/initial';
import type { Location } from '#contracts/location/views';
import type { Status } from '#contracts/shared/statuses';

const locale = 'en-GB';
const plurals = new Intl.PluralRules(locale);
// Created on demand: the first formatter takes a phone about 70 ms, and a first screen seldom needs one.
const numbers = lazily(() => new Intl.NumberFormat(locale));
const clock = dateFormat({ hour: '2-digit', minute: '2-digit' });
const dayOfYear = dateFormat({ day: 'numeric', month: 'short' });
const month = dateFormat({ month: 'long', year: 'numeric' });
const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function dateFormat(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  return lazily(() => new Intl.DateTimeFormat(locale, options));
}

/** A countable noun: its singular and its plural. */
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

// Numbers below a thousand have no separators, so they need no formatter.
export const numberText = (count: number): string => (count < 1000 ? String(count) : numbers().format(count));

/** 'city' for one, 'cities' for any other number. */
export const nounFor = (count: number, { one, many }: Noun): string =>
  plurals.select(count) === 'one' ? one : many;

/** '1 city', '1,204 cities'. */
export const counted = (count: number, noun: Noun): string => `${numberText(count)} ${nounFor(count, noun)}`;

/** Like `counted`, for a list's total from the server: '1,000+ cities' above its limit. */
export const countedTotal = (total: string, noun: Noun): string =>
  total.endsWith('+') ? `${numberText(parseInt(total))}+ ${noun.many}` : counted(Number(total), noun);

/** 'Porto, Portugal'; the name alone if the country is not shown. */
export const cityText = ({ cityName, country }: Pick<Location, 'cityName' | 'country'>): string =>
  country === '' ? cityName : `${cityName}, ${country}`;

/** '4.8'. */
export const ratingText = (rating: number): string => rating.toFixed(1);

/**
 * '10:41' for a time (ISO 8601) on the same day as `now` (milliseconds), else '3 Nov, 10:41'; in the reader's time
 * zone, with spaces that no line breaks at.
 */
export function timeText(time: string, now: number): string {
  const at = new Date(time);
  const today = new Date(now);
  if (at.toDateString() === today.toDateString()) return clock().format(at);
  const date = at.getFullYear() === today.getFullYear() ? dayOfYear().format(at) : day().format(at);
  return `${date}, ${clock().format(at)}`.replaceAll(' ', '\u00a0');
}

/** '3 Nov'. */
export const dayText = (time: string): string => dayOfYear().format(new Date(time));

/** 'November 2026'. */
export const monthText = (time: string): string => month().format(new Date(time));

/** A screen's title in the browser's tab. */
export const titleOf = (screen: string): string => `${screen} · ${brand.name}`;

interface OwnStatus {
  readonly tone: 'pending' | 'ok' | 'no' | 'plain';
  readonly word: string;
}

/** The status of a contribution in the words that its contributor reads on every screen. The desk uses other words. */
export const ownStatus: Readonly<Record<Status, OwnStatus>> = {
  pending: { tone: 'pending', word: 'Waiting' },
  approved: { tone: 'ok', word: 'Approved' },
  rejected: { tone: 'no', word: 'Declined' },
  withdrawn: { tone: 'plain', word: 'Withdrawn' },
  deleted: { tone: 'plain', word: 'Deleted' },
};
