import { normaliseText } from '#contracts/shared/normalise';
import type { CityDocument, LocationDocument } from '#contracts/read-models';
import { searchWords, tierOf } from '#contracts/shared/search-words';
import { beginsWith, forgivenFrom, isNear, spelled, spellings, wordsOf } from '#contracts/shared/spelling';
import type { Suggestions } from '#contracts/location/views';
import type { Filter, Hit } from '#platform/read-store/index';

import { tags, type QueryResponse } from '#platform/queries/query-response';
import { allCities, allLocations } from '../shared/tags.ts';
import { notIn } from '../shared/closed-cities.ts';
import { documentsById, type QueryContext } from '../query-context.ts';
import type { Task } from '#platform/queries/shared-work';
import { toPicture } from '../shared/picture-view.ts';
import { approvedCities, firstCity, citiesPerSearch } from '../city/search-cities.ts';
import { searchSlices } from './search-slices.ts';

/** The most cities, and the most locations, that are suggested. */
const shownMost = 5;
/** Letters of the shortest fragment that an index finds inside a word. */
const fragmentLetters = 3;
/** Letters of a misspelled word that are searched: of a longer fragment, more candidates must be read for a hit. */
const halfMost = 6;
/** Hits that are read to choose from, because some may be hidden or spelled too differently. */
const wanted = 20;

/** How well a folded name matches the typed text: 0 begins with it, 1 has its words, 2 almost has its words. */
type Fit = 0 | 1 | 2;

interface Typed {
  readonly text: string;
  /** The fragments that a search looks for. */
  readonly sought: readonly string[];
  /** Without signs, as for comparing the spellings of names. */
  readonly words: readonly string[];
  /** Whether one wrong letter is accepted: only if a word is long enough (`forgivenFrom`). */
  readonly isForgiven: boolean;
}

/** Cities and locations whose name begins with a text, has its words, or has words one letter away from them. */
export async function suggest(context: QueryContext, q: string, task: Task): Promise<QueryResponse> {
  const text = normaliseText(q);
  const words = wordsOf(text);
  const typed = {
    text,
    sought: searchWords(q),
    words,
    isForgiven: words.some((word) => [...word].length >= forgivenFrom),
  };
  const cities = await fittingCities(context, typed, task);
  const locations = await fittingLocations(context, typed, task);
  const found = [...cities, ...locations];
  const isExact = found.some(({ fit }) => fit < 2);
  const near = found[0]?.place.name ?? (await textWithWords(context, typed, task));
  const body: Suggestions = {
    cities: cities.map(({ place: { id, name, country } }) => ({ id, name, country })),
    locations: await locationsToShow(
      context,
      locations.map(({ place }) => place),
    ),
    didYouMean: isExact ? null : corrected(typed, near),
  };
  return { body, tags: [allCities, allLocations, tags.collection('search', 'locations')] };
}

/**
 * The text of a public location that almost has the words, if no name has: its name, description and address. A wrong
 * letter leaves one half of a word as it is, except in the middle of a short one.
 */
async function textWithWords(context: QueryContext, typed: Typed, task: Task): Promise<string | undefined> {
  const letters = [...longestOf(typed)];
  if (letters.length < forgivenFrom) return undefined;
  const half = Math.min(Math.max(fragmentLetters, Math.floor(letters.length / 2)), halfMost);
  for (const part of [letters.slice(0, half), letters.slice(-half)]) {
    const asked = { words: [part.join('')], filter: {} };
    for (const { name, description, address } of await publicLocations(
      context,
      asked,
      (place) => place,
      task,
    )) {
      const text = [name, description, address ?? ''].join(' ');
      if (almostHas(normaliseText(text), typed)) return text;
    }
  }
  return undefined;
}

interface Fitting<P> {
  readonly place: P;
  readonly fit: Fit;
}

/** The best five. Equally good matches keep their given order. */
const best = <P>(places: readonly Fitting<P>[]): Fitting<P>[] =>
  places.toSorted((one, other) => one.fit - other.fit).slice(0, shownMost);

/** The matching cities among the 2,000 with the most locations. */
async function fittingCities(
  { models }: QueryContext,
  typed: Typed,
  task: Task,
): Promise<Fitting<CityDocument>[]> {
  const found: Fitting<CityDocument>[] = [];
  let examined = 0;
  for await (const city of approvedCities(models.places.reader, firstCity, task)) {
    const fit = fitOf(city.nameFolded, typed);
    if (fit !== undefined) found.push({ place: city, fit });
    examined += 1;
    if (examined === citiesPerSearch) break;
  }
  return best(found);
}

async function fittingLocations(
  context: QueryContext,
  typed: Typed,
  task: Task,
): Promise<Fitting<LocationDocument>[]> {
  const found = new Map<string, Fitting<LocationDocument>>();
  for (const asked of lookups(typed)) {
    if (found.size >= shownMost) break;
    for (const each of await locationsBy(context, asked, typed, task)) found.set(each.place.id, each);
  }
  return best([...found.values()]);
}

/** The longest word is the rarest one. */
const longestOf = ({ words }: Pick<Typed, 'words'>): string =>
  words.toSorted((one, other) => other.length - one.length)[0] ?? '';

interface Asked {
  readonly words: readonly string[];
  /** The number of tiers to search; by default all. */
  readonly tiers?: number;
  readonly filter: Filter;
}

/** The index lookups, in order. The caller stops when it has found enough. */
function* lookups({ text, sought, words, isForgiven }: Typed): Iterable<Asked> {
  if ([...text].length >= 3) yield { words: [], filter: { lookups: beginsWith(text) } };
  if (sought.length > 0) yield { words: sought, filter: {} };
  if (!isForgiven) return;
  for (const spelling of spellings(longestOf({ words })))
    yield { words: [], filter: { lookups: spelled(spelling) } };
}

/** Locations whose name fits. */
const locationsBy = (
  context: QueryContext,
  asked: Asked,
  typed: Typed,
  task: Task,
): Promise<readonly Fitting<LocationDocument>[]> =>
  publicLocations(
    context,
    { ...asked, tiers: 1 },
    (place) => {
      const fit = fitOf(normaliseText(place.name), typed);
      return fit === undefined ? undefined : { place, fit };
    },
    task,
  );

/** What `pick` makes of the public locations of a search, in its order, until it has made `wanted` of them. */
async function publicLocations<T>(
  { models }: QueryContext,
  { filter, ...search }: Asked,
  pick: (place: LocationDocument) => T | undefined,
  task: Task,
): Promise<readonly T[]> {
  const { fromPublic } = models.closed;
  const keep = async (hits: readonly Hit[]) => {
    const ids = hits.map(({ id }) => id);
    const documents = await documentsById<LocationDocument>(models.places.reader, 'locations', ids);
    return ids.flatMap((id): T[] => {
      const place = documents.get(id);
      if (!place?.isApproved || fromPublic.has(place.cityId)) return [];
      const picked = pick(place);
      return picked === undefined ? [] : [picked];
    });
  };
  const asked = {
    ...search,
    filter: { status: 'approved', ...notIn(fromPublic), ...filter },
    after: undefined,
    wanted,
  };
  return (await searchSlices(models.search.reader, asked, keep, task)).found;
}

function fitOf(name: string, typed: Typed): Fit | undefined {
  const { text, sought, isForgiven } = typed;
  if (name.startsWith(text)) return 0;
  if (sought.length > 0 && tierOf(sought, [name]) === 0) return 1;
  return isForgiven && almostHas(name, typed) ? 2 : undefined;
}

/** Whether a folded text has all typed words, or words one letter away from them. */
function almostHas(text: string, { words }: Typed): boolean {
  const own = wordsOf(text);
  return words.every((word) => own.some((each) => goesWith(word, each)));
}

/** A short word must begin the name's word; one that lacks a letter of a longer word is accepted beside others. */
const goesWith = (typed: string, word: string): boolean => {
  const letters = [...typed].length;
  if (letters < forgivenFrom && word.startsWith(typed)) return true;
  return Math.max(letters, [...word].length) >= forgivenFrom && isNear(typed, word);
};

/** The typed text with each word replaced by the matching word of the name; null without a name. */
function corrected({ words }: Typed, name: string | undefined): string | null {
  if (name === undefined) return null;
  const own = wordsOf(name).map((word) => ({ word, folded: normaliseText(word) }));
  return words.map((typed) => own.find(({ folded }) => goesWith(typed, folded))?.word ?? typed).join(' ');
}

async function locationsToShow(
  { models }: QueryContext,
  locations: readonly LocationDocument[],
): Promise<Suggestions['locations']> {
  const ids = locations.map(({ cityId }) => cityId);
  const cities = await documentsById<CityDocument>(models.places.reader, 'cities', ids);
  return locations.map(({ id, name, cityId, primaryPhoto }) => ({
    id,
    name,
    cityName: cities.get(cityId)?.name ?? '',
    thumbnailUrl: primaryPhoto === null ? null : toPicture(primaryPhoto).thumbnailUrl,
  }));
}
