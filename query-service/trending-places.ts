import { limits } from '#contracts/limits';
import type { ReadModelReader } from '#projections/read-store/index';
import type { LocationDocument } from '#projections/read-store/index';

/** The first places by trend: `isTrending` is filled in from it when a location is read. */
export interface TrendingPlaces {
  has(locationId: string): boolean;
  /** In order, as of the last refresh. */
  readonly ids: readonly string[];
  /** Reads them anew. Gives the ids that came in or fell out. */
  refresh(): Promise<readonly string[]>;
}

export function createTrendingPlaces(reader: ReadModelReader): TrendingPlaces {
  let ids: readonly string[] = [];
  let known = new Set<string>();
  return {
    has: (id) => known.has(id),
    get ids() {
      return ids;
    },
    async refresh() {
      const documents = await reader.find<LocationDocument>('locations', {
        filter: { public: true },
        sort: [['trend', -1]],
        limit: limits.trending,
      });
      const before = known;
      ids = documents.map(({ id }) => id);
      known = new Set(ids);
      return [...ids.filter((id) => !before.has(id)), ...[...before].filter((id) => !known.has(id))];
    },
  };
}
