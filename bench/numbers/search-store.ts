import { randomUUID } from 'node:crypto';
import path from 'node:path';

import { lookupsOf } from '#contracts/shared/spelling';
import { normaliseText } from '#contracts/shared/normalise';
import { newLife } from '#contracts/shared/life';
import { searchWords } from '#contracts/shared/search-words';
import { search as searchModel, type SearchDocument } from '#contracts/read-models';
import {
  openReadStore,
  type Put,
  type ReadModelReader,
  type ReadModelWriter,
} from '#platform/read-store/index';

import type { Bench } from '../bench.ts';
import {
  commonFragments,
  commonLettersOfNone,
  createRandom,
  fragmentOfNone,
  manyBeginnings,
  placeTexts,
  type Random,
  rareWord,
} from '../texts.ts';
import type { Row } from '../report.ts';
import { rowOfTimes, timesOf } from '../times.ts';
import { countSlices, searchSlices } from '#query-service/location/search-slices';
import { limits } from '#contracts/shared/limits';

const pageSize = 50;
const batchSize = 5000;
const filter = { status: 'approved' };

/** Search in the store alone, over many locations: the first page, and the total. */
export async function searchStore(bench: Bench): Promise<Row[]> {
  const file = path.join(await bench.folder('search'), 'read-models.db');
  const warn = (message: string): void => bench.say(message);
  await using store = await openReadStore({ path: file, warn });
  const { ids, rare } = await fill(bench, await store.writer(searchModel));
  const reader = await store.reader(searchModel);
  const floor = await timesOf(() => reader.getMany('locations', idsOfPage(ids)));
  const random = createRandom(6);
  const kinds = [
    { kind: 'rare', next: () => random.pick(rare) },
    { kind: 'common', next: () => random.pick(commonFragments) },
    { kind: 'no hit', next: () => fragmentOfNone(random) },
    { kind: 'two words', next: () => `${random.pick(commonFragments)} ${random.pick(rare).slice(0, 3)}` },
    { kind: 'three common words', next: () => commonLettersOfNone(random) },
    { kind: 'no hit, common letters', next: () => `"${commonLettersOfNone(random)}"` },
    { kind: 'as many words as fit', next: () => manyBeginnings(random) },
  ];
  const rows: Row[] = [];
  for (const { kind, next } of kinds) {
    const page = await timesOf(() => firstPage(reader, next()));
    const count = await timesOf(() => total(reader, next()));
    const name = `search in ${bench.options['search-locations'].toLocaleString('en-US')}, ${kind}`;
    rows.push(
      rowOfTimes(name, page, floor, 'p99 10 ms'),
      rowOfTimes(`  ... counted to ${limits.countMost}`, count, floor, ''),
    );
  }
  return rows;
}

const task = { yield: async () => undefined };

/** As many slices as the query service reads for a page, and for its total. */
const firstPage = (reader: ReadModelReader, search: string) =>
  searchSlices(
    reader,
    { words: searchWords(search), filter, after: undefined, wanted: pageSize + 1 },
    async (hits) => hits,
    task,
  );
const total = (reader: ReadModelReader, search: string) =>
  countSlices(reader, { words: searchWords(search), filter }, task);

const pageRandom = createRandom(7);
const idsOfPage = (ids: readonly string[]): string[] =>
  Array.from({ length: pageSize }, () => pageRandom.pick(ids));

interface Filled {
  /** The ids of some of the locations. */
  readonly ids: readonly string[];
  /** Words that occur in few locations. */
  readonly rare: readonly string[];
}

async function fill({ options, say }: Bench, writer: ReadModelWriter): Promise<Filled> {
  const random = createRandom(8);
  const logId = randomUUID();
  const cities = Array.from({ length: options.cities }, () => ({ id: randomUUID(), name: rareWord(random) }));
  const ids: string[] = [];
  const rare: string[] = [];
  for (let from = 0; from < options['search-locations']; from += batchSize) {
    const size = Math.min(batchSize, options['search-locations'] - from);
    const puts = Array.from({ length: size }, (_, at) => put(random, cities, from + at + 1));
    const position = BigInt(from + size);
    await writer.commit({ puts, deletes: [] }, { logId, position });
    const [first] = puts;
    if (first !== undefined) {
      ids.push(first.document.id);
      rare.push(first.document.name.split(' of ')[1] ?? '');
    }
    say(`search: ${from + size} of ${options['search-locations']} locations in the store`);
  }
  return { ids, rare };
}

function put(
  random: Random,
  cities: readonly { readonly id: string; readonly name: string }[],
  position: number,
): Put & { readonly document: SearchDocument } {
  const { name, description, address, category } = placeTexts(random);
  const city = random.pick(cities);
  const document: SearchDocument = {
    id: randomUUID(),
    cityId: city.id,
    category,
    ownCityId: '',
    path: [],
    members: [],
    bestTime: '',
    tile: '',
    light: '',
    lookups: lookupsOf(normaliseText(name)),
    rating: 0,
    ratingCount: 0,
    ratingSum: 0,
    name: normaliseText(name),
    city: city.name,
    rest: `${normaliseText(description)}\n${normaliseText(address)}`,
    order: position,
    ...newLife(city.id),
    status: 'approved',
    decision: 'approved',
  };
  return { collection: 'locations', position: BigInt(position), document };
}
