import type { ReadModelDeclaration } from '#platform/read-store/port';

/** A read model of one searched collection. `filters`: the fields that a search may filter by. */
export const modelOf = <const Filters extends readonly string[]>(filters: Filters) =>
  ({
    name: 'model',
    version: '1',
    collections: [
      {
        name: 'places',
        indexes: [[['city', 1]]],
        search: { fields: ['name', 'rest'], order: 'order', filters },
      },
    ],
  }) as const satisfies ReadModelDeclaration;

export const at = (position: number) => ({ logId: 'log', position: BigInt(position) });

export const put = (id: string, position = 1, fields = {}) => ({
  collection: 'places',
  position: BigInt(position),
  document: { id, city: 'paris', name: `name of ${id}`, rest: 'some more', order: position, ...fields },
});

export const puts = (...writes: ReturnType<typeof put>[]) => ({ puts: writes, deletes: [] });
export const nothing = puts();
