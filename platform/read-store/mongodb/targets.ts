import type { Connection } from '../../mongodb/connection.ts';
import { GenerationReplaced } from '../port.ts';
import type { ChangeFeed } from './changes.ts';
import type { Generations, Generation } from './generations.ts';
import { keyOf, type GenerationProgress, type NumberedModel, type Registry } from './registry.ts';

/** What the parts of an open store share. */
export interface Store {
  readonly run: Connection['run'];
  readonly runLong: Connection['runLong'];
  readonly registry: Registry;
  readonly generations: Generations;
  readonly feed: ChangeFeed;
  /** Maps each generation that was replaced here to its successor. */
  readonly successors: Map<string, Generation>;
}

/** Runs queries on the current generation, and returns the state of that generation. */
export interface ReadTarget {
  ask<T>(question: (generation: Generation) => Promise<T>): Promise<T>;
  state(): Promise<GenerationProgress | undefined>;
}

export interface WriteTarget extends ReadTarget {
  readonly role: 'live' | 'building';
  current(): Generation;
  /** Switches to the generation that is live now; returns true if it is another one. */
  refresh(): Promise<boolean>;
}

export const nameOfGeneration = ({ key, number }: Generation): string => `${key}.${number}`;

/**
 * Runs a query, and checks at the same time whether the generation is still in use. A replaced generation remains for a
 * while. So either the response is that generation's, or the check shows that another one is in use. The check is sent
 * after this call: a generation that was replaced before it is never used.
 */
async function askChecked<T>(
  { run, registry, feed }: Store,
  generation: Generation,
  role: WriteTarget['role'],
  question: (generation: Generation) => Promise<T>,
): Promise<{ readonly response: T } | 'replaced'> {
  await feed.begun();
  const [response, known] = await Promise.allSettled([
    run(() => question(generation)),
    run(() => registry.stateOf(generation.key)),
  ]);
  if (known.status === 'rejected') throw known.reason;
  if (known.value?.[role]?.copy !== generation.number) return 'replaced';
  if (response.status === 'rejected') throw response.reason;
  return { response: response.value };
}

/** Reads follow every swap automatically. */
export async function followingReads(store: Store, model: NumberedModel): Promise<ReadTarget> {
  const live = () => store.runLong(() => store.generations.live(model));
  let generation = await live();
  return {
    async ask(question) {
      for (;;) {
        const result = await askChecked(store, generation, 'live', question);
        if (result !== 'replaced') return result.response;
        generation = await live();
      }
    },
    async state() {
      await store.feed.begun();
      return store.run(async () => (await store.registry.stateOf(keyOf(model)))?.live ?? undefined);
    },
  };
}

/**
 * Writes follow a swap of this process automatically. After one elsewhere they throw GenerationReplaced until
 * `refresh`.
 */
export async function followingWrites(store: Store, model: NumberedModel): Promise<WriteTarget> {
  const live = () => store.runLong(() => store.generations.live(model));
  let generation = await live();
  const current = (): Generation => {
    const next = store.successors.get(nameOfGeneration(generation));
    if (next === undefined) return generation;
    generation = next;
    return current();
  };
  return {
    role: 'live',
    current,
    async refresh() {
      const before = current();
      generation = await live();
      return generation.number !== before.number;
    },
    ask: askCurrent(store, 'live', current),
    state: () => stateOf(store, 'live', current()),
  };
}

export function ofBuilding(store: Store, generation: Generation): WriteTarget {
  return {
    role: 'building',
    current: () => generation,
    refresh: async () => false,
    ask: askCurrent(store, 'building', () => generation),
    state: () => stateOf(store, 'building', generation),
  };
}

function askCurrent(store: Store, role: WriteTarget['role'], current: () => Generation): ReadTarget['ask'] {
  return async (question) => {
    for (;;) {
      const generation = current();
      const result = await askChecked(store, generation, role, question);
      if (result !== 'replaced') return result.response;
      if (current() === generation) throw new GenerationReplaced(generation.model);
    }
  };
}

/** Undefined once the generation has been replaced. */
async function stateOf(
  { run, registry, feed }: Store,
  role: WriteTarget['role'],
  generation: Generation,
): Promise<GenerationProgress | undefined> {
  await feed.begun();
  const state = await run(async () => (await registry.stateOf(generation.key))?.[role]);
  return state?.copy === generation.number ? state : undefined;
}
