import type { EventLog } from '#platform/event-log/index';

export interface BareClient extends AsyncDisposable {
  readonly append: EventLog['append'];
}

/** EventStoreDB's client with its default settings: the cost of an append without any code of ours. */
export async function openBareClient(url: string): Promise<BareClient> {
  const { EventStoreDBClient, NO_STREAM, jsonEvent } = await import('@eventstore/db-client');
  const client = EventStoreDBClient.connectionString(url);
  return {
    async append(stream, expected, events) {
      const expectedRevision = expected === 'none' ? NO_STREAM : expected;
      const messages = events.map(({ id, event: { type, data }, metadata }) =>
        jsonEvent({ id, type, data: { ...data }, metadata: { ...metadata } }),
      );
      const { nextExpectedRevision, position } = await client.appendToStream(`bench-${stream}`, messages, {
        expectedRevision,
      });
      return { revision: nextExpectedRevision, position: position?.commit ?? 0n };
    },
    [Symbol.asyncDispose]: () => client.dispose(),
  };
}
