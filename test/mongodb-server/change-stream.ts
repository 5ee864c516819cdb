import { Timestamp, type Document } from 'mongodb';

import type { Source } from './cursors.ts';
import { matches } from './match.ts';
import { badValue, ServerError } from './server-error.ts';
import type { LoggedChange } from './state.ts';
import type { Target } from './target.ts';

const tokenOf = (number: number): Document => ({ _data: number.toString(16).padStart(16, '0') });
const numberOf = (token: Document): number => Number.parseInt(token['_data'], 16);

function eventOf({ number, database, collection, operation, id, document }: LoggedChange): Document {
  return {
    _id: tokenOf(number),
    operationType: operation,
    clusterTime: new Timestamp({ t: 1, i: number }),
    ns: { db: database, coll: collection },
    documentKey: { _id: id },
    ...((operation === 'insert' || operation === 'replace') && { fullDocument: document }),
  };
}

/** The changes of one collection (or of a whole database) as a cursor that waits for more. */
export function changeStream(target: Target, pipeline: readonly Document[]): Source {
  const { state, database, name } = target;
  const [head = {}, ...stages] = pipeline;
  const options: Document = head['$changeStream'];
  const filters = stages.map((stage): Document => {
    if (stage['$match'] === undefined)
      throw badValue('The test server filters change streams by $match only');
    return stage['$match'];
  });
  const resume: Document | undefined = options['resumeAfter'] ?? options['startAfter'];
  let seen = resume === undefined ? state.log.length : numberOf(resume);
  if (seen > state.log.length)
    throw new ServerError(286, 'ChangeStreamHistoryLost', 'The resume token is not known');

  const take = (size: number): Document[] => {
    const events: Document[] = [];
    while (seen < state.log.length && events.length < size) {
      const change = state.log[seen];
      seen += 1;
      if (change === undefined || change.database !== database) continue;
      if (name !== '' && change.collection !== name) continue;
      const event = eventOf(change);
      if (filters.every((filter) => matches(event, filter))) events.push(event);
    }
    return events;
  };

  return {
    namespace: `${database}.${name === '' ? '$cmd.aggregate' : name}`,
    next: async (size, waitMs, signal) => {
      // A timer of its own: in Node 20 a signal derived from AbortSignal.timeout can be collected and never fire.
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), waitMs);
      const until = AbortSignal.any([signal, late.signal]);
      let documents = take(size);
      while (documents.length === 0 && waitMs > 0 && !until.aborted) {
        await state.nextChange(until);
        documents = take(size);
      }
      clearTimeout(timer);
      return { documents, done: false, token: tokenOf(seen) };
    },
  };
}
