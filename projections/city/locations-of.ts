import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Life } from '#contracts/shared/life';

import type { Document, FieldValue, ReadModelReader } from '#platform/read-store/port';

const pageSize = 100; // documents; other work gets a turn after each page

/** Every location of a city, page by page. */
export async function* locationsOf<D extends Document & Life>(
  reader: ReadModelReader,
  cityId: string,
): AsyncIterable<D> {
  for (let after: readonly FieldValue[] | undefined; ; await nextTurn()) {
    const page: readonly D[] = await reader.find<D>('locations', {
      filter: { cityId },
      sort: [['status', 1]],
      limit: pageSize,
      ...(after && { after }),
    });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = [last.status, last.id];
  }
}
