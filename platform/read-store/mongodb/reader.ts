import type { Document as Query } from 'mongodb';

import type { Checkpoint, Document, FindOptions, ReadModelReader, TallyOptions } from '../port.ts';
import { baseIndex, pathOf, type GenerationCollection, type StoredDocument } from './generations.ts';
import { fieldValue, inOrderOf } from '../filter.ts';
import { planFind, type Comparison, type FindPlan, type Stretch } from '../plan.ts';
import { planAggregate, queryOf } from './plan.ts';
import type { GenerationProgress } from './registry.ts';
import { createSearch } from './search.ts';
import type { ReadTarget } from './targets.ts';

const scanPage = 500;
const onlyDocument = { projection: { _id: 0, doc: 1 } } as const;

export const toCheckpoint = (state: GenerationProgress | undefined): Checkpoint | undefined =>
  state === undefined || state.logId === null
    ? undefined
    : { logId: state.logId, position: BigInt(state.position ?? 0) };

// Each row holds a document of that collection; the caller names its type.
const documentsIn = <D extends Document>(rows: readonly { readonly doc?: Document }[]): D[] =>
  rows.flatMap(({ doc }) => (doc === undefined ? [] : [doc as D]));

export function createReader(target: ReadTarget): ReadModelReader {
  const { search, countSearch } = createSearch();
  const ask = <T>(name: string, question: (collection: GenerationCollection) => Promise<T>): Promise<T> =>
    target.ask(async (generation) => question(generation.collection(name)));

  return {
    checkpoint: async () => toCheckpoint(await target.state()),

    get: async <D extends Document>(name: string, id: string) =>
      ask(name, async ({ documents }) => {
        const row = await documents.findOne({ _id: id, live: true }, onlyDocument);
        return documentsIn<D>(row === null ? [] : [row])[0];
      }),

    getMany: async <D extends Document>(name: string, ids: readonly string[]) =>
      ask(name, async ({ documents }) =>
        documentsIn<D>(await documents.find({ _id: { $in: [...ids] }, live: true }, onlyDocument).toArray()),
      ),

    find: async <D extends Document>(name: string, options: FindOptions) =>
      ask(name, async (collection) => find<D>(collection, options)),

    count: async (name, filter, most = 0) =>
      ask(name, async ({ declaration, documents }) => {
        const { match, hint } = planAggregate(declaration, filter);
        return documents.countDocuments(match, { hint, ...(most > 0 && { limit: most }) });
      }),

    sum: async (name, field, filter) =>
      ask(name, async ({ declaration, documents }) => {
        const { match, hint } = planAggregate(declaration, filter, [field]);
        const group = { _id: null, total: { $sum: `$${pathOf(field)}` } };
        const stages = [{ $match: match }, { $group: group }];
        const [row] = await documents.aggregate<{ total: number | bigint }>(stages, { hint }).toArray();
        return Number(row?.total ?? 0);
      }),

    tally: async (name, options) => ask(name, (collection) => tally(collection, options)),
    search: async (name, options) => ask(name, (collection) => search(collection, options)),
    countSearch: async (name, options) => ask(name, (collection) => countSearch(collection, options)),

    async *scan(name) {
      for (let after = ''; ;) {
        const page = await ask(name, ({ documents }) =>
          documents
            .find(
              { live: true, _id: { $gt: after } },
              { projection: { position: 1, doc: 1 }, hint: baseIndex },
            )
            .sort({ _id: 1 })
            .limit(scanPage)
            .toArray(),
        );
        for (const { position, doc } of page) if (doc !== undefined) yield { position, document: doc };
        if (page.length < scanPage) return;
        after = page.at(-1)?._id ?? after;
      }
    },
  };
}

interface TallyRow {
  readonly _id: string;
  readonly count: number | bigint;
  readonly sum: number | bigint;
  readonly first?: string;
}

async function tally({ declaration, documents }: GenerationCollection, options: TallyOptions) {
  const { by, of, filter = {}, sum, first } = options;
  const fields = [sum, first].filter((field) => field !== undefined);
  const { match, hint } = planAggregate(declaration, { ...filter, [by]: { in: of } }, fields);
  const stages: Query[] = [
    { $match: match },
    ...(first === undefined ? [] : [{ $sort: { [pathOf(by)]: 1, [pathOf(first)]: 1 } }]),
    {
      $group: {
        _id: `$${pathOf(by)}`,
        count: { $sum: 1 },
        sum: { $sum: sum === undefined ? 0 : `$${pathOf(sum)}` },
        ...(first !== undefined && { first: { $first: '$_id' } }),
      },
    },
  ];
  const rows = await documents.aggregate<TallyRow>(stages, { hint }).toArray();
  return new Map(
    rows.map((row) => [
      row._id,
      { count: Number(row.count), sum: Number(row.sum), first: row.first ?? null },
    ]),
  );
}

async function find<D extends Document>(
  collection: GenerationCollection,
  options: FindOptions,
): Promise<D[]> {
  const plan = planFind(collection.declaration, options);
  const found: Document[] = [];
  for (const stretch of plan.stretches) {
    if (found.length >= options.limit) break;
    const limit = options.limit - found.length;
    found.push(...(await walk(collection, plan, stretch, { ...options, limit })));
  }
  // The caller names the type of the stored documents.
  return found as D[];
}

/** The first documents of a stretch, in the order of the sort and the id. */
async function walk(
  { declaration, documents }: GenerationCollection,
  plan: FindPlan,
  stretch: Stretch,
  { filter = {}, limit }: FindOptions,
): Promise<Document[]> {
  const { keys, order, between } = plan;
  const take = async (part: Stretch, most: number) => {
    const query = queryOf(declaration, filter, plan, part);
    const keyed = keys && { projection: Object.fromEntries(keys.map((key) => [pathOf(key), 1])) };
    const cursor = documents
      .find(query.filter, { ...(keyed ?? onlyDocument), hint: query.hint })
      .sort(query.sort)
      .limit(most);
    const rows = await cursor.toArray();
    return keys === undefined ? documentsIn(rows) : rows.map((row) => toKeys(keys, row));
  };
  const found = await take(stretch, limit);
  if (stretch.isGroup || between.length === 0) return found;

  // The index has other fields before the id. So documents come in the order of the index, and those of equal sort
  // values are sorted by id here. The last such group may be incomplete, so it is queried separately.
  const last = found.at(-1);
  const inOrder = inOrderOf(order);
  if (last === undefined || found.length < limit) return found.sort(inOrder);
  const sort = order.slice(0, -1);
  const isInLast = (document: Document) => inOrderOf(sort)(document, last) === 0;
  const groupStart = found.findIndex(isInLast);
  const same = sort.map(([field]): Comparison => ({ field, is: 'equal', value: fieldValue(last, field) }));
  const group = { conditions: [...stretch.conditions, ...same], isGroup: true };
  return [...found.slice(0, groupStart).sort(inOrder), ...(await take(group, limit - groupStart))];
}

const toKeys = (keys: readonly string[], { _id, doc }: Pick<StoredDocument, '_id' | 'doc'>): Document => ({
  ...Object.fromEntries(keys.map((key) => [key, doc === undefined ? null : fieldValue(doc, key)])),
  id: _id,
});
