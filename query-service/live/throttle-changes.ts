import type { Changed, PublicReadModel } from '#contracts/live';

export interface ChangeThrottle extends Disposable {
  /** Sends the changes as soon as the period allows. */
  add(changes: readonly Changed[]): void;
}

interface Waiting {
  /** 'any' when too many changed to list them all. */
  readonly ids: ReadonlySet<string> | 'any';
  readonly position: string;
}

/** More ids than this become 'any', so that a message stays small. */
const namedMost = 200;

/**
 * Sends at most once in each period (milliseconds), the first time immediately: one message for each changed read
 * model, in the order given to `add`. Later changes wait and are merged.
 */
export function throttleChanges(send: (change: Changed) => void, period: number): ChangeThrottle {
  let waiting = new Map<PublicReadModel, Waiting>();
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    timer = undefined;
    if (waiting.size === 0) return;
    const due = waiting;
    waiting = new Map();
    timer = setTimeout(flush, period).unref();
    for (const [readModel, { ids, position }] of due)
      send({ readModel, ids: ids === 'any' ? [] : [...ids], position });
  };

  return {
    add(changes) {
      for (const change of changes) {
        const { readModel } = change;
        const merged = merge(waiting.get(readModel), change);
        // Moved to the end, so that a client with the last message has received all positions before it.
        waiting.delete(readModel);
        waiting.set(readModel, merged);
      }
      if (timer === undefined) flush();
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

function merge(known: Waiting | undefined, { readModel, ids, position }: Changed): Waiting {
  if (known === undefined) return { ids: ids.length === 0 ? 'any' : new Set(ids), position };
  // A trending change contains the whole list, so only the latest counts.
  if (readModel === 'trending') return { ids: new Set(ids), position };
  if (known.ids === 'any' || ids.length === 0) return { ids: 'any', position };
  const all = new Set([...known.ids, ...ids]);
  return { ids: all.size > namedMost ? 'any' : all, position };
}
