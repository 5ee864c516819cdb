import { expect } from 'vitest';

import type { RecordedEvent } from '#contracts/shared/recorded-event';

import { applyEvents } from '#platform/projections/apply-events';
import { compile } from '#platform/projections/compile';
import type { ReadModel } from '#platform/projections/rule';
import {
  openReadStore,
  type Document,
  type ReadModelReader,
  type ReadModelWriter,
  type ReadStore,
} from '#platform/read-store/index';
import { idOf, streamOfEvent } from './events.ts';
import { metadataAt, type GivenEvent } from './world.ts';

export const logId = idOf('log');

/** The events as a log returns them. The first has position 1. */
export function recorded(events: readonly GivenEvent[]): RecordedEvent[] {
  const revisions = new Map<string, bigint>();
  return events.map((each, count) => {
    const [event, circumstances] = 'type' in each ? [each, {}] : each;
    const { id = idOf(`event ${count}`), ...metadata } = circumstances;
    const stream = streamOfEvent(event);
    const revision = (revisions.get(stream) ?? -1n) + 1n;
    revisions.set(stream, revision);
    const position = BigInt(count + 1);
    return { ...event, id, stream, revision, position, metadata: { ...metadataAt(count), ...metadata } };
  });
}

export const eventId = (index: number): string => idOf(`event ${index}`);

/** Every document of the model by collection and id. */
export async function contentsOf(
  reader: ReadModelReader,
  { declaration }: ReadModel,
): Promise<Record<string, Record<string, Document>>> {
  const contents: Record<string, Record<string, Document>> = {};
  for (const { name } of declaration.collections) {
    const documents: Record<string, Document> = {};
    for await (const { document } of reader.scan(name)) documents[document.id] = document;
    contents[name] = documents;
  }
  return contents;
}

export interface Then extends AsyncDisposable {
  readonly reader: ReadModelReader;
  get<D extends Document>(collection: string, id: string): Promise<D | undefined>;
}

/**
 * Applies events to a read model. It also checks that the documents do not depend on how the events are divided into
 * batches or how often each event is applied.
 */
export async function given(model: ReadModel, ...givenEvents: readonly GivenEvent[]): Promise<Then> {
  const events = recorded(givenEvents);
  const open = () => openReadStore({ path: ':memory:', warn: () => undefined });
  const stores = { once: await open(), single: await open(), twice: await open() };
  const writerOf = (store: ReadStore) => store.writer(model.declaration);

  const compiled = compile(model);
  const apply = (writer: ReadModelWriter, some: readonly RecordedEvent[]) =>
    applyEvents({ model: compiled, writer, logId }, some, () => undefined);

  const writer = await writerOf(stores.once);
  await apply(writer, events);
  const documents = await contentsOf(writer, model);
  const single = await writerOf(stores.single);
  for (const event of events) await apply(single, [event]);
  expect(await contentsOf(single, model), 'one event at a time').toEqual(documents);
  const twice = await writerOf(stores.twice);
  for (const event of events) {
    await apply(twice, [event]);
    await apply(twice, [event]);
  }
  await apply(twice, events);
  expect(await contentsOf(twice, model), 'each event twice, then all again').toEqual(documents);

  return {
    reader: writer,
    get: (collection, id) => writer.get(collection, id),
    async [Symbol.asyncDispose]() {
      for (const store of Object.values(stores)) await store[Symbol.asyncDispose]();
    },
  };
}
