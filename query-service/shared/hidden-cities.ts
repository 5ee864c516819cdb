import type { CityDocument } from '#contracts/read-models';
import type { QueueCity } from '#contracts/moderation/read-models-queue';
import type { Filter, ReadModelReader } from '#platform/read-store/index';

/**
 * The few cities whose locations are hidden although the locations' own documents do not say so (see `hides` of
 * `CityDocument` and `QueueCity`). Every list of locations or edits leaves them out. A query for a single location
 * checks its city instead.
 */
export interface HiddenCities {
  /** Cities that are not public. */
  readonly fromPublic: readonly string[];
  /** The deleted ones among them. */
  readonly fromAll: readonly string[];
  /** Reads the cities again. Returns whether they have changed. */
  refresh(): Promise<boolean>;
}

/** More hidden cities than a read store of two million locations could have. */
const most = 10_000;

export function createHiddenCities(reader: ReadModelReader): HiddenCities {
  let fromPublic: readonly string[] = [];
  let fromAll: readonly string[] = [];
  return {
    get fromPublic() {
      return fromPublic;
    },
    get fromAll() {
      return fromAll;
    },
    async refresh() {
      const cities = await reader.find<Pick<CityDocument | QueueCity, 'id' | 'hides'>>('cities', {
        filter: { hides: { in: ['public', 'everything'] } },
        limit: most,
      });
      const before = [fromPublic, fromAll].join(';');
      fromPublic = cities.map(({ id }) => id).sort();
      fromAll = cities.flatMap(({ id, hides }) => (hides === 'everything' ? [id] : [])).sort();
      return [fromPublic, fromAll].join(';') !== before;
    },
  };
}

/** A filter that leaves out these cities; empty when there are none. */
export const notOf = (cityIds: readonly string[]): Filter =>
  cityIds.length === 0 ? {} : { cityId: { notIn: cityIds } };
