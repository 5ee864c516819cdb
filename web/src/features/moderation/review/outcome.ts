import type { QueueItem } from '#contracts/moderation/views';

import type { ToastContent } from '../../../lib/toast.ts';
import { numberText } from '../../../lib/words.ts';
import { verdictWord, whatOf, type Named } from '../desk/kind-words.ts';
import { keyOf } from '../desk/rows.ts';
import type { Responses, Press, Result } from './send.ts';

/** The outcome of one or more decisions. */
export interface Outcome {
  readonly done: readonly Named[];
  /** Another person had decided these first. */
  readonly late: ReadonlyArray<{ readonly item: Named; readonly by: string }>;
  readonly changed: readonly Named[];
  readonly refused: readonly Named[];
  /** Why the first item of `refused` was refused. */
  readonly why: string | null;
}

export const nothingYet: Outcome = { done: [], late: [], changed: [], refused: [], why: null };

/** The outcome of a press, named with the items in `known`; decisions made `along` are left out. */
export function outcomeOf(
  press: Press,
  responses: Omit<Responses, 'batchId'>,
  known: readonly QueueItem[],
): Outcome {
  const named = new Map<string, Named>(known.map((item) => [keyOf(item), item]));
  const nameOf = (item: Pick<Result, 'kind' | 'id'>): Named => named.get(keyOf(item)) ?? { kind: item.kind };
  const told = new Set(press.items.map(keyOf));
  const isTold = (item: Pick<Result, 'kind' | 'id'>) => told.has(keyOf(item));
  const asked = responses.results.filter(isTold);
  const of = (is: (result: Result) => boolean) => asked.filter(is).map(nameOf);
  const refused = asked.filter((each) => each.result === 'refused' && !isLate(each) && !isChanged(each));
  const lost = responses.failure === null ? [] : responses.left.filter(isTold);
  return {
    done: of(({ result }) => result !== 'refused'),
    late: asked.flatMap((each) => (isLate(each) ? [{ item: nameOf(each), by: each.by.name }] : [])),
    changed: of(isChanged),
    refused: [...refused, ...lost].map(nameOf),
    why: responses.failure ?? refused[0]?.message ?? null,
  };
}

type Late = Result & { readonly by: NonNullable<Result['by']> };
export const isLate = (result: Result): result is Late => result.code === 'decided' && result.by !== null;
export const isChanged = ({ code }: Result): boolean => code === 'changed';

export const together = (one: Outcome, other: Outcome): Outcome => ({
  done: [...one.done, ...other.done],
  late: [...one.late, ...other.late],
  changed: [...one.changed, ...other.changed],
  refused: [...one.refused, ...other.refused],
  why: one.why ?? other.why,
});

export const hasFailed = ({ late, changed, refused }: Outcome): boolean =>
  late.length + changed.length + refused.length > 0;

/** For example 'Ana was first', or 'Not decided: 10 locations' with the reason as its text. */
export function failureToast({ done, late, changed, refused, why }: Outcome): ToastContent {
  const others = late.map(({ item }) => item);
  const rest = done.length === 0 ? '' : ` The other ${numberText(done.length)} went through.`;
  const variant = 'destructive';
  if (changed.length + refused.length === 0)
    return { title: wasFirst(late), text: `${whatOf(others)}: decided already.${rest}` };
  if (late.length + refused.length === 0)
    return {
      title: `Changed since you looked: ${whatOf(changed)}`,
      text: `See what is different.${rest}`,
      variant,
    };
  const told = [
    refused.length > 0 ? sentence(why ?? 'Please try again.') : '',
    changed.length > 0 ? `Changed since you looked: ${whatOf(changed)}.` : '',
    late.length > 0 ? `${wasFirst(late)} with ${whatOf(others)}.` : '',
  ].filter(Boolean);
  const title = `Not decided: ${whatOf([...refused, ...changed, ...others])}`;
  return { title, text: told.join(' ') + rest, variant };
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

function wasFirst(late: Outcome['late']): string {
  const names = [...new Set(late.map(({ by }) => by))];
  return `${names.join(' and ')} ${names.length === 1 ? 'was' : 'were'} first`;
}

/** 'Approved: 3 cities'. */
export const doneTitle = (done: readonly Named[], { verdict }: Press): string =>
  `${verdictWord(done, verdict.decision)}: ${whatOf(done)}`;
