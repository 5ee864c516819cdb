import { newId } from './new-id.ts';

export interface Submission {
  readonly key: string;
  readonly of: string;
}

// Only forms whose outcome is unknown (no answer, or a broken one) wait here; a few at most.
const most = 8;
const unsettled = new Map<string, string>();

/** The idempotency key of a form: the same one when the same form is sent again after its outcome stayed unknown. */
export function submissionKey(request: { readonly url: string; readonly body?: unknown }): Submission {
  const of = `${request.url} ${JSON.stringify(request.body ?? null)}`;
  const key = unsettled.get(of) ?? newId();
  unsettled.delete(of);
  unsettled.set(of, key);
  for (const oldest of unsettled.keys()) {
    if (unsettled.size <= most) break;
    unsettled.delete(oldest);
  }
  return { key, of };
}

/** The server has answered for good: the same form sent again is meant as another one. */
export function submissionSettled({ of }: Submission): void {
  unsettled.delete(of);
}
