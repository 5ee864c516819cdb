import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Recorded } from '#contracts/events/index';

import type { FanOutStep } from './compile.ts';
import type { Documents, Entry } from './documents.ts';
import type { Document, FieldValue, ReadModelWriter } from './read-store/port.ts';

const pageSize = 500; // documents; others get their turn after each page

interface FanOutOf {
  readonly documents: Documents;
  readonly writer: ReadModelWriter;
  readonly event: Recorded;
  readonly fanOuts: readonly FanOutStep[];
}

/**
 * Carries one event to all the documents that it touches by way of an index, page by page, each written as it is
 * done: however many there are, memory and the event loop are not theirs. The documents loaded before belong to the
 * event itself and stay in memory for the caller to write.
 */
export async function applyFanOut({ documents, writer, event, fanOuts }: FanOutOf): Promise<void> {
  for (const { collection, fanOut } of fanOuts) {
    const filter = fanOut.where(event);
    if (filter === undefined) continue;
    const apply = (entry: Entry) =>
      documents.apply(
        entry,
        event,
        (document) => document && fanOut.apply(document, event, documents),
        fanOut.recount,
      );
    let after: readonly FieldValue[] | undefined;
    for (;;) {
      const page: readonly Document[] = await writer.find(collection.collection, {
        filter,
        sort: fanOut.by,
        limit: pageSize,
        ...(after && { after }),
      });
      const last = page.at(-1);
      if (last === undefined) break;
      await takePage(page, { documents, writer, collection, fanOut }, apply);
      if (page.length < pageSize) break;
      after = [...fanOut.by.map(([field]) => valueOf(last, field)), last.id];
      await nextTurn();
    }
  }
}

async function takePage(
  page: readonly Document[],
  { documents, writer, collection, fanOut }: Pick<FanOutOf, 'documents' | 'writer'> & FanOutStep,
  apply: (entry: Entry) => void,
): Promise<void> {
  const name = collection.collection;
  const own = new Set(page.filter(({ id }) => documents.entry(name, id)).map(({ id }) => id));
  await documents.load(page.map(({ id }) => [name, id] as const));
  const needs = page.flatMap((document) => fanOut.needs?.(document) ?? []);
  const foreign = needs.filter(([related, id]) => documents.entry(related, id) === undefined);
  await documents.load(foreign);

  const entries = page.flatMap(({ id }) => documents.entry(name, id) ?? []);
  for (const entry of entries) apply(entry);
  const rest = entries.filter(({ id }) => !own.has(id));
  await writer.write(await documents.finish(rest));
  documents.forget(rest);
  documents.forget(foreign.flatMap(([related, id]) => documents.entry(related, id) ?? []));
}

/** A field that pages are sorted by: declared, so plain. */
function valueOf(document: Document, field: string): FieldValue {
  const value: unknown = Reflect.get(document, field);
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    default:
      return null;
  }
}
