import * as z from 'zod/mini';

import { DecisionItem } from '#contracts/moderation/commands';

import { attempt, keptOf } from '../../../lib/kept.ts';

/** A long decision that was only partly sent. */
const Rest = z.object({
  batchId: z.string(),
  /** When it began (ms): the server accepts more items for its batch for an hour. */
  begun: z.number(),
  /** How many items it had. `items`: those not sent yet. */
  of: z.number(),
  items: z.array(z.unknown()),
  verdict: z.object({ decision: z.enum(['approve', 'reject']), reason: z.optional(z.nullable(z.string())) }),
});
export interface Rest extends Omit<z.infer<typeof Rest>, 'items'> {
  readonly items: readonly DecisionItem[];
}

/**
 * Stores the rest of a long decision for this person on this device, so that it survives when the page is closed. Of
 * the texts, only the reason is stored. Stores nothing if the browser does not allow it.
 */
export function restStoreOf(userId: string) {
  const kept = keptOf(userId, 'decisions');
  const keptSent = keptOf(userId, 'decisions-sent');
  return {
    save(rest: Rest): void {
      kept.write(JSON.stringify({ ...rest, items: rest.items.map(withoutVerdict) }));
      keptSent.write('0');
    },
    /** Records how many of the saved items were sent. */
    sent: (count: number): void => keptSent.write(String(count)),
    read: (): Rest | null => restFrom(kept.read(), Number(keptSent.read())),
    remove(): void {
      kept.remove();
      keptSent.remove();
    },
  };
}

const withoutVerdict = ({ kind, id, entityType, entityId, revision }: DecisionItem) => ({
  kind,
  id,
  entityType,
  entityId,
  revision,
});

function restFrom(text: string | null, sent: number): Rest | null {
  const found = Rest.safeParse(attempt(() => JSON.parse(text ?? 'null') as unknown));
  if (!found.success) return null;
  const { items: saved, verdict, ...rest } = found.data;
  const items = saved.slice(sent).flatMap((item) => {
    const whole = DecisionItem.safeParse({ ...(item as object), ...verdict });
    return whole.success ? [whole.data] : [];
  });
  return items.length === 0 ? null : { ...rest, verdict, items };
}

const lockOf = (userId: string): string => `decisions ${userId}`;

/** Runs a long decision under a lock, so that no other page offers to continue it meanwhile. */
export async function whileSending(userId: string, work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(lockOf(userId), work);
  else await work();
}

export async function isBeingSent(userId: string): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockOf(userId));
}
