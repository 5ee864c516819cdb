import type { RecordedEvent } from '#contracts/shared/recorded-event';

import type { FanOutStep } from './compile.ts';
import type { DocumentSet, Entry, PendingWrites } from './document-set.ts';
import {
  type Document,
  type Filter,
  type ReadModelWriter,
  matches,
  pageSize,
  pagesOf,
} from '#platform/read-store/port';

interface FanOutOf extends FanOutStep {
  readonly documents: DocumentSet;
  readonly writer: ReadModelWriter;
  readonly event: RecordedEvent;
  /** Selects the documents to change, both in memory and in the store. */
  readonly filter: Filter;
}

/**
 * Applies one event to all documents in which a field has one of the event's values: first those in memory, then those
 * found in the store by an index. Stored documents are processed page by page, and each full page is written
 * immediately, so that any number of them fits in memory and does not block the event loop. Returns the number of
 * documents that stay in memory for the caller to write.
 */
export async function applyFanOut(step: Omit<FanOutOf, 'filter'>): Promise<number> {
  let carried = 0;
  for (const value of step.fanOut.values(step.event, step.documents))
    carried += await applyValue(value, step);
  return carried;
}

async function applyValue(value: string, step: Omit<FanOutOf, 'filter'>): Promise<number> {
  const { documents, writer, event, collection, fanOut } = step;
  const fanOutOf = { ...step, filter: { [fanOut.field]: value, ...fanOut.where?.(event, documents) } };
  await applyTo(documents.matching(collection, fanOut.field, value), fanOutOf);

  for await (const page of pagesOf(writer, collection.collection, {
    filter: fanOutOf.filter,
    sort: fanOut.by,
  })) {
    const strangers = page.filter(({ id }) => documents.entry(collection.collection, id) === undefined);
    if (page.length < pageSize) return (await takePage(strangers, fanOutOf)).length;
    await writePage(strangers, fanOutOf);
  }
  return 0;
}

/** Applies the event to a page. Returns the loaded entries: those of the page, and their needs. */
async function takePage(page: readonly Document[], fanOutOf: FanOutOf): Promise<readonly Entry[]> {
  const { documents, collection, fanOut } = fanOutOf;
  const name = collection.collection;
  const needs = page.flatMap((document) => fanOut.needs?.(document) ?? []);
  const foreign = needs.filter(([related, id]) => documents.entry(related, id) === undefined);
  await documents.load(page.map(({ id }) => [name, id] as const));
  const entries = page.flatMap(({ id }) => documents.entry(name, id) ?? []);
  const partners = await applyTo(entries, fanOutOf);
  const needed = foreign.flatMap(([related, id]) => documents.entry(related, id) ?? []);
  return [...entries, ...partners, ...needed];
}

async function writePage(page: readonly Document[], fanOutOf: FanOutOf): Promise<void> {
  const { documents, writer, collection } = fanOutOf;
  const entries = await takePage(page, fanOutOf);
  const pending: PendingWrites = { puts: [], deletes: [] };
  documents.collect(
    pending,
    collection,
    entries.filter((entry) => entry.collection === collection),
  );
  await writer.write(pending);
  documents.forget(entries);
}

/** Applies the event to entries and their partners. Returns the partners that it loaded. */
async function applyTo(entries: readonly Entry[], fanOutOf: FanOutOf): Promise<readonly Entry[]> {
  const { documents, event, filter, fanOut } = fanOutOf;
  await documents.load(entries.flatMap(({ now }) => (now && fanOut.needs?.(now)) ?? []));
  const loaded = await loadPartners(entries, fanOutOf);
  for (const entry of entries) {
    applyToPartners(entry, fanOutOf);
    documents.apply(entry, event, (document) =>
      document && matches(document, filter) ? fanOut.apply(document, event, documents) : document,
    );
  }
  return loaded;
}

const partnersOf = ({ now }: Entry, { documents, event, filter, fanOut }: FanOutOf): readonly string[] =>
  now !== undefined && matches(now, filter) ? (fanOut.partners?.ids(now, event, documents) ?? []) : [];

async function loadPartners(entries: readonly Entry[], fanOutOf: FanOutOf): Promise<readonly Entry[]> {
  if (fanOutOf.fanOut.partners === undefined) return [];
  const { documents, collection } = fanOutOf;
  const name = collection.collection;
  const ids = entries.flatMap((entry) => partnersOf(entry, fanOutOf));
  const missing = ids.filter((id) => documents.entry(name, id) === undefined);
  await documents.load(missing.map((id) => [name, id] as const));
  return missing.flatMap((id) => documents.entry(name, id) ?? []);
}

function applyToPartners(entry: Entry, fanOutOf: FanOutOf): void {
  const { documents, event, collection, fanOut } = fanOutOf;
  const { now: found } = entry;
  if (found === undefined) return;
  for (const id of partnersOf(entry, fanOutOf)) {
    const partner = documents.entry(collection.collection, id);
    if (partner === undefined) continue;
    documents.apply(partner, event, (document) => fanOut.partners?.apply(document, id, found, event));
  }
}
