import type { Filter, Hit, ReadModelReader, SearchCursor } from '#platform/read-store/port';

interface Asked {
  readonly words: readonly string[];
  readonly filter?: Filter;
  readonly tiers?: number;
  readonly limit: number;
  readonly after?: SearchCursor;
  readonly scanLimit?: number;
}

/** Small enough that a search needs several slices. */
const fewCandidates = 3;

/** A page of hits of a search, however many slices it takes. */
export async function searchAll(
  reader: ReadModelReader,
  collection: string,
  { limit, after, scanLimit = fewCandidates, ...asked }: Asked,
): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (let from = after; ;) {
    const slice = { ...asked, scanLimit, limit: limit - hits.length, ...(from && { after: from }) };
    const found = await reader.search(collection, slice);
    hits.push(...found.hits);
    from = found.rest;
    if (from === undefined || hits.length >= limit) return hits;
  }
}

/** The number of hits of a search. */
export async function countAll(
  reader: ReadModelReader,
  collection: string,
  { scanLimit = fewCandidates, ...asked }: Pick<Asked, 'words' | 'filter' | 'scanLimit'>,
): Promise<number> {
  let count = 0;
  for (let after: number | undefined; ;) {
    const from = after === undefined ? {} : { after };
    const counted = await reader.countSearch(collection, { ...asked, scanLimit, ...from });
    count += counted.count;
    after = counted.rest;
    if (after === undefined) return count;
  }
}
