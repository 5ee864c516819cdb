import type { Connection } from '../../mongodb/connection.ts';
import { CopyReplaced } from '../port.ts';
import type { ChangeFeed } from './changes.ts';
import type { Copies, Copy } from './copies.ts';
import { keyOf, type CopyState, type NumberedModel, type Registry } from './registry.ts';

/** What the parts of an open store share. */
export interface Store {
  readonly run: Connection['run'];
  readonly runLong: Connection['runLong'];
  readonly registry: Registry;
  readonly copies: Copies;
  readonly feed: ChangeFeed;
  /** Maps each copy that was replaced here to its successor. */
  readonly successors: Map<string, Copy>;
}

/** Runs queries on the current copy, and returns the state of that copy. */
export interface ReadTarget {
  ask<T>(question: (copy: Copy) => Promise<T>): Promise<T>;
  state(): Promise<CopyState | undefined>;
}

export interface WriteTarget extends ReadTarget {
  readonly role: 'live' | 'building';
  current(): Copy;
  /** Switches to the copy that is live now; returns true if it is another one. */
  refresh(): Promise<boolean>;
}

export const nameOfCopy = ({ key, number }: Copy): string => `${key}.${number}`;

/**
 * Runs a query, and checks at the same time whether the copy is still in use. A replaced copy is kept for a while. So
 * either the answer is that copy's, or the check shows that another one is in use.
 */
async function askChecked<T>(
  { run, registry, feed }: Store,
  copy: Copy,
  role: WriteTarget['role'],
  question: (copy: Copy) => Promise<T>,
): Promise<{ readonly answer: T } | 'replaced'> {
  await feed.begun();
  const [answer, known] = await Promise.allSettled([
    run(() => question(copy)),
    run(() => registry.models.findOne({ _id: copy.key }, { projection: { [`${role}.copy`]: 1 } })),
  ]);
  if (known.status === 'rejected') throw known.reason;
  if (known.value?.[role]?.copy !== copy.number) return 'replaced';
  if (answer.status === 'rejected') throw answer.reason;
  return { answer: answer.value };
}

/** Reads follow every swap automatically. */
export async function followingReads(store: Store, model: NumberedModel): Promise<ReadTarget> {
  const live = () => store.runLong(() => store.copies.live(model));
  let copy = await live();
  return {
    async ask(question) {
      for (;;) {
        const result = await askChecked(store, copy, 'live', question);
        if (result !== 'replaced') return result.answer;
        copy = await live();
      }
    },
    async state() {
      await store.feed.begun();
      return store.run(async () => (await store.registry.read(keyOf(model)))?.live);
    },
  };
}

/** Writes follow a swap made here automatically; one made elsewhere, when they read the checkpoint: CopyReplaced. */
export async function followingWrites(store: Store, model: NumberedModel): Promise<WriteTarget> {
  const live = () => store.runLong(() => store.copies.live(model));
  let copy = await live();
  const current = (): Copy => {
    const next = store.successors.get(nameOfCopy(copy));
    if (next === undefined) return copy;
    copy = next;
    return current();
  };
  return {
    role: 'live',
    current,
    async refresh() {
      const before = current();
      copy = await live();
      return copy.number !== before.number;
    },
    ask: askCurrent(store, 'live', current),
    state: () => stateOf(store, 'live', current()),
  };
}

export function ofBuilding(store: Store, copy: Copy): WriteTarget {
  return {
    role: 'building',
    current: () => copy,
    refresh: async () => false,
    ask: askCurrent(store, 'building', () => copy),
    state: () => stateOf(store, 'building', copy),
  };
}

function askCurrent(store: Store, role: WriteTarget['role'], current: () => Copy): ReadTarget['ask'] {
  return async (question) => {
    for (;;) {
      const copy = current();
      const result = await askChecked(store, copy, role, question);
      if (result !== 'replaced') return result.answer;
      if (current() === copy) throw new CopyReplaced(copy.model);
    }
  };
}

/** Undefined once the copy has been replaced. */
async function stateOf(
  { run, registry, feed }: Store,
  role: WriteTarget['role'],
  copy: Copy,
): Promise<CopyState | undefined> {
  await feed.begun();
  const state = await run(async () => (await registry.read(copy.key))?.[role]);
  return state?.copy === copy.number ? state : undefined;
}
