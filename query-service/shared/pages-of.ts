import {
  fieldValue,
  type Document,
  type FieldValue,
  type FindOptions,
  type ReadModelReader,
} from '#platform/read-store/index';

/** All documents that pass a filter, in pages of `limit`. Each next page is read when the caller requests it. */
export async function* pagesOf<D extends Document>(
  reader: ReadModelReader,
  collection: string,
  options: FindOptions,
): AsyncGenerator<readonly D[]> {
  for (let after: readonly FieldValue[] | undefined = options.after; ;) {
    const page: readonly D[] = await reader.find<D>(collection, { ...options, ...(after && { after }) });
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < options.limit) return;
    after = [...(options.sort ?? []).map(([field]) => fieldValue(last, field)), last.id];
  }
}
