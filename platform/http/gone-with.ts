import { Refusal } from '#contracts/shared/errors';

import type { RequestContext } from './context.ts';

/**
 * A signal that is aborted with a Refusal when the client disconnects before it gets a response, or if it already has.
 */
export function goneWith({ res }: RequestContext): AbortSignal {
  const gone = new AbortController();
  const abortIfUnfinished = () => {
    if (!res.writableFinished) gone.abort(new Refusal('invalid', { detail: 'The connection was closed.' }));
  };
  if (res.closed) abortIfUnfinished();
  else res.once('close', abortIfUnfinished);
  return gone.signal;
}
