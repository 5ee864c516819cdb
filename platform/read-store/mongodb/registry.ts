import type { Collection, UpdateFilter } from 'mongodb';

import { isDuplicateKey, type Connection } from '../../mongodb/connection.ts';
import { allChanged, pruneEvery, keptChanges } from '../changed-ids.ts';
import type { Change, ReadModelDeclaration } from '../port.ts';

export interface GenerationState {
  readonly copy: number;
  /** The declared collections when it was created, as JSON. */
  readonly collections: string;
  readonly logId: string | null;
  readonly position: bigint | null;
  /** The id of the writer that has written documents since the checkpoint. */
  readonly unfinished: string | null;
}

type StoredChange = Pick<Change, 'position' | 'ids' | 'everything' | 'shown'>;

/** Everything known about one version of a model. It changes in single steps, because it is a single document. */
export interface ModelRow {
  readonly _id: string;
  readonly model: string;
  /** The number of the version. Later versions have higher numbers. */
  readonly version: number;
  /** The version; absent if the row was written by a release that numbered versions by hand. */
  readonly fingerprint?: string;
  readonly live: GenerationState;
  /** A generation beside the live one. */
  readonly building: GenerationState | null;
  /** Replaced generations that are kept for a while. */
  readonly replaced: readonly { readonly copy: number; readonly at: Date }[];
  /** The number of the newest generation. */
  readonly copies: number;
  /** The number of the latest change, and that change. It is added to the list of changes before the next one. */
  readonly changes: number;
  readonly last: StoredChange | null;
}

interface ChangeRow extends StoredChange {
  readonly of: string;
  readonly number: number;
  /** The process that published it and wakes its own followers; absent if it does not. */
  readonly by?: string;
}

/** The generations of a version, with their progress. */
type VersionState = { readonly [Role in 'live' | 'building']?: GenerationProgress | null };
export type GenerationProgress = Pick<GenerationState, 'copy' | 'logId' | 'position'>;

export interface Registry {
  readonly models: Collection<ModelRow>;
  readonly changes: Collection<ChangeRow>;
  makeIndexes(): Promise<void>;
  /** Gives a version that the database does not know yet the next number. */
  numbered(model: ReadModelDeclaration): Promise<NumberedModel>;
  read(key: string): Promise<ModelRow | undefined>;
  /**
   * Calls of one tick share a query, which is sent after the last of them. So the response is never older than the
   * call.
   */
  stateOf(key: string): Promise<VersionState | undefined>;
  /** Adds the row of a version. Undefined when another process added one of that number at the same moment. */
  register(model: NumberedModel): Promise<ModelRow | undefined>;
  /** Adds the latest change to the list of changes, unless it is there already. */
  publish(row: Pick<ModelRow, '_id' | 'changes' | 'last'>, by?: string): Promise<void>;
}

/** A declared read model with the number of its version in this database. */
export interface NumberedModel extends ReadModelDeclaration {
  readonly number: number;
}

export const keyOf = ({ name, number }: NumberedModel): string => `${name}.v${number}`;

export const freshState = (copy: number, { collections }: ReadModelDeclaration): GenerationState => ({
  copy,
  collections: JSON.stringify(collections),
  logId: null,
  position: null,
  unfinished: null,
});

/** The fields of an update that makes another generation the live one. */
export const everythingChanged = (
  row: ModelRow,
  live: GenerationState,
): Extract<UpdateFilter<ModelRow>['$set'], object> => ({
  live: { ...live, unfinished: null },
  changes: row.changes + 1,
  last: { position: live.position ?? 0n, ...allChanged },
});

const stateFields = Object.fromEntries(
  (['live', 'building'] as const).flatMap((role) =>
    (['copy', 'logId', 'position'] as const).map((field) => [`${role}.${field}`, 1]),
  ),
);

export function createRegistry({ db }: Connection): Registry {
  const models = db.collection<ModelRow>('read_models');
  const changes = db.collection<ChangeRow>('read_model_changes');
  const register = async (model: NumberedModel): Promise<ModelRow | undefined> => {
    const row: ModelRow = {
      _id: keyOf(model),
      model: model.name,
      version: model.number,
      fingerprint: model.version,
      live: freshState(1, model),
      building: null,
      replaced: [],
      copies: 1,
      changes: 0,
      last: null,
    };
    try {
      await models.insertOne(row);
      return row;
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  };
  /** The keys of this tick's calls, and the response for all of them. */
  let tick: { readonly keys: Set<string>; readonly states: Promise<Map<string, VersionState>> } | undefined;
  const statesOfTick = () => {
    const keys = new Set<string>();
    const sent = new Promise<void>((send) => process.nextTick(send));
    const states = sent.then(async () => {
      tick = undefined;
      const rows = models.find({ _id: { $in: [...keys] } }, { projection: stateFields });
      return new Map((await rows.toArray()).map((row) => [row._id, row]));
    });
    return { keys, states };
  };
  return {
    models,
    changes,
    register,
    async stateOf(key) {
      tick ??= statesOfTick();
      tick.keys.add(key);
      return (await tick.states).get(key);
    },
    async numbered(model) {
      for (;;) {
        const rows = await models.find({ model: model.name }).sort({ version: -1 }).toArray();
        const known = rows.find(({ fingerprint }) => fingerprint === model.version);
        if (known !== undefined) return { ...model, number: Number(known.version) };
        const next = { ...model, number: Number(rows[0]?.version ?? 0) + 1 };
        if ((await register(next)) !== undefined) return next;
      }
    },
    async makeIndexes() {
      await changes.createIndexes([{ name: 'in-order', key: { of: 1, number: 1 }, unique: true }]);
      await models.createIndexes([{ name: 'versions', key: { model: 1, version: 1 } }]);
    },
    read: async (key) => (await models.findOne({ _id: key })) ?? undefined,
    async publish({ _id: of, changes: number, last }, by) {
      if (last === null) return;
      try {
        await changes.insertOne({ of, number, ...last, ...(by !== undefined && { by }) });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      if (number % pruneEvery === 0) await changes.deleteMany({ of, number: { $lte: number - keptChanges } });
    },
  };
}
