import { CopyReplaced, type ReadModelDeclaration, type Rebuild } from '../port.ts';
import { keyOf, toldEverything } from './registry.ts';
import { nameOfCopy, ofBuilding, type Store } from './targets.ts';
import { createWriter } from './writer.ts';

/** Begins an empty copy beside the live one. */
export async function startRebuild(store: Store, model: ReadModelDeclaration): Promise<Rebuild> {
  const { run, registry, copies, feed, successors } = store;
  const before = await run(() => copies.live(model));
  await run(() => copies.tidy(model));
  const copy = await run(() => copies.build(model));
  let swapped = false;

  /** False when the model changed meanwhile and it has to be looked at again. */
  const trySwap = async (): Promise<boolean> => {
    const row = await registry.read(keyOf(model));
    if (row?.building?.copy !== copy.number) throw new CopyReplaced(model.name);
    await registry.publish(row);
    const told = toldEverything(row, row.building);
    const { matchedCount } = await registry.models.updateOne(
      { _id: row._id, 'building.copy': copy.number, changes: row.changes, 'live.copy': row.live.copy },
      {
        $set: { ...told, building: null },
        $push: { replaced: { copy: row.live.copy, at: copies.time() } },
      },
    );
    if (matchedCount === 0) return false;
    successors.set(nameOfCopy({ ...before, number: row.live.copy }), copy);
    await registry.publish({ _id: row._id, changes: row.changes + 1, last: told.last ?? null });
    return true;
  };

  return {
    copy: createWriter(store, ofBuilding(store, copy)),

    async swap() {
      if (swapped) return;
      await feed.begun();
      while (!(await run(trySwap)));
      swapped = true;
      feed.raise();
      copies.tidyLater(model);
    },

    async [Symbol.asyncDispose]() {
      if (swapped) return;
      await run(async () => {
        const given = { _id: copy.key, 'building.copy': copy.number };
        await registry.models.updateOne(given, { $set: { building: null } });
        await copies.drop(copy);
      });
    },
  };
}
