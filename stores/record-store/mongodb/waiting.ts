import { isDuplicateKey, upserting } from '../../mongodb/connection.ts';
import type { Records } from './records.ts';
import type { RecordStore } from '../port.ts';

/** One document per person. */
export function createWaiting({ waiting, run }: Records): RecordStore['waiting'] {
  return {
    add: (userId, thing, { most, now }) =>
      run(async () => {
        // If it contains the item, or too many others, the upsert fails because of the existing document.
        const isNew = { 'things.thing': { $ne: thing }, [`things.${most - 1}`]: { $exists: false } };
        const added = { $push: { things: { thing, since: now } } };
        try {
          await upserting(() => waiting.updateOne({ _id: userId, ...isNew }, added, { upsert: true }));
          return true;
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
          return (await waiting.findOne({ _id: userId, 'things.thing': thing })) !== null;
        }
      }),
    of: (userId) => run(async () => [...((await waiting.findOne({ _id: userId }))?.things ?? [])]),
    remove: (userId, things) =>
      run(async () => {
        await waiting.updateOne({ _id: userId }, { $pull: { things: { thing: { $in: [...things] } } } });
      }),
  };
}
