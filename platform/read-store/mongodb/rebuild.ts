import { CopyReplaced, type Rebuild } from '../port.ts';
import { keyOf, everythingChanged, type NumberedModel } from './registry.ts';
import { nameOfCopy, ofBuilding, type Store } from './targets.ts';
import { createWriter } from './writer.ts';

/** Creates an empty copy beside the live one. */
export async function startRebuild(store: Store, model: NumberedModel): Promise<Rebuild> {
  const { run, runLong, registry, copies, feed, successors } = store;
  const before = await runLong(() => copies.live(model));
  await runLong(() => copies.tidy(model));
  const copy = await runLong(() => copies.build(model));
  let swapped = false;

  /** Returns false when the model has changed meanwhile and must be read again. */
  const trySwap = async (): Promise<boolean> => {
    const row = await registry.read(keyOf(model));
    if (row?.building?.copy !== copy.number) throw new CopyReplaced(model.name);
    await registry.publish(row);
    const change = everythingChanged(row, row.building);
    const { matchedCount } = await registry.models.updateOne(
      { _id: row._id, 'building.copy': copy.number, changes: row.changes, 'live.copy': row.live.copy },
      {
        $set: { ...change, building: null },
        $push: { replaced: { copy: row.live.copy, at: copies.time() } },
      },
    );
    if (matchedCount === 0) return false;
    successors.set(nameOfCopy({ ...before, number: row.live.copy }), copy);
    await registry.publish({ _id: row._id, changes: row.changes + 1, last: change.last ?? null });
    return true;
  };

  return {
    copy: createWriter(store, ofBuilding(store, copy)),

    async swap() {
      if (swapped) return;
      await feed.begun();
      while (!(await run(trySwap)));
      swapped = true;
      feed.notify();
      copies.tidyLater(model);
    },

    async [Symbol.asyncDispose]() {
      if (swapped) return;
      await runLong(async () => {
        const given = { _id: copy.key, 'building.copy': copy.number };
        await registry.models.updateOne(given, { $set: { building: null } });
        await copies.drop(copy);
      });
    },
  };
}
