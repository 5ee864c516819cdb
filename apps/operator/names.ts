import { streamOf } from '#contracts/events';
import type { RecordedEvent } from '#contracts/shared/recorded-event';
import { isUuid } from '#contracts/shared/uuid';

import type { CommandStores } from './command-line.ts';
import { changesOf, idsIn, type Names } from './print.ts';

/** Finds names for the ids in events, each once: people's in the records, cities' and places' in the log. */
export function createNames({ records, log }: Pick<CommandStores, 'records' | 'log'>) {
  const names = new Map<string, string>();
  const asked = new Set<string>();

  const find = async (id: string): Promise<string | undefined> => {
    const account = await records.accounts.byId(id);
    if (account !== undefined) {
      return [account.firstName, account.lastName].filter((part) => part !== null).join(' ') || account.email;
    }
    return (
      (await lastName(log.readStream(streamOf.city(id)))) ?? lastName(log.readStream(streamOf.location(id)))
    );
  };
  return async (event: RecordedEvent): Promise<Names> => {
    for (const id of idsIn(event)) {
      if (asked.has(id) || !isUuid(id)) continue;
      asked.add(id);
      const name = await find(id);
      if (name !== undefined) names.set(id, name);
    }
    return names;
  };
}

/** The name that a city or place has after its last event; undefined if the stream does not exist. */
async function lastName(stream: AsyncIterable<RecordedEvent>): Promise<string | undefined> {
  let name: string | undefined;
  for await (const { data } of stream) {
    const given = data instanceof Object && 'name' in data ? data.name : changesOf(data)['name']?.to;
    if (typeof given === 'string') name = given;
  }
  return name;
}
