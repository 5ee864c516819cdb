import { newId } from './new-id.ts';

export interface Submission {
  readonly key: string;
  readonly of: string;
}

// Holds only forms with an unknown outcome (no response, or a broken one); a few at most.
const most = 8;
const unsettled = new Map<string, string>();

/** The idempotency key of a form. It stays the same if the form is sent again after an unknown outcome. */
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

/** The server's response is final: the same form sent again is a new submission. */
export function submissionSettled({ of }: Submission): void {
  unsettled.delete(of);
}
