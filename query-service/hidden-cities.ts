import type { CityDocument } from '#contracts/read-models';
import type { QueueCity } from '#contracts/read-models-queue';
import type { Filter, ReadModelReader } from '#stores/read-store/index';

/**
 * Cities whose locations are still marked as if they were there (see `hides` of `CityDocument`, and of `QueueCity`). Every list of
 * locations or edits leaves them out; who reads one location looks at its city instead. They are few.
 */
export interface HiddenCities {
  /** Cities that are not public. */
  readonly fromPublic: readonly string[];
  /** Of these, the deleted ones. */
  readonly fromAll: readonly string[];
  /** Reads them again. Returns whether they have changed. */
  refresh(): Promise<boolean>;
}

/** More than a read store of two million locations could have. */
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
