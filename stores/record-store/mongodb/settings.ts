import { upserting } from '../../mongodb/connection.ts';
import type { Records } from './records.ts';
import type { RecordStore } from '../port.ts';

export function createSettings({ settings, run }: Records): RecordStore['settings'] {
  return {
    get: (name) => run(async () => (await settings.findOne({ _id: name }))?.value),
    set: (name, value) =>
      run(async () => {
        await upserting(() => settings.updateOne({ _id: name }, { $set: { value } }, { upsert: true }));
      }),
  };
}
