import { useCallback, useEffect, useRef, useState } from 'react';

import type { Decisions } from '#contracts/moderation/commands';
import type { BatchResult } from '#contracts/moderation/views';

import { isApiError } from '../../../lib/session-calls.ts';
import { useDecideItemsMutation } from '../desk/desk-api.ts';

/** Milliseconds to wait when the server asks to slow down, and the most such waits. */
const pace = 3000;
const paceMost = 40;

/** The most decisions by key that may be unanswered, so that a failure is noticed soon after it. */
export const aheadMost = 20;

type Sent =
  | { readonly data: BatchResult; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: unknown };

export interface Sender {
  readonly send: (decisions: Decisions) => Promise<Sent>;
  /** Unanswered requests: at the last render, and now. */
  readonly sending: number;
  readonly ahead: () => number;
  /** Calls the listener whenever a request has been answered; null removes it. */
  readonly onAnswered: (listener: (() => void) | null) => void;
}

/**
 * Sends one request after another, in the order of the decisions. The server's rate limit only delays a fast person.
 */
export function useSend(): Sender {
  const [request] = useDecideItemsMutation();
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  const [sending, setSending] = useState(0);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (waiting.current > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  const listener = useRef<(() => void) | null>(null);
  const count = useCallback((by: 1 | -1) => {
    waiting.current += by;
    setSending(waiting.current);
    if (by < 0) listener.current?.();
  }, []);
  const onAnswered = useCallback((next: (() => void) | null) => {
    listener.current = next;
  }, []);
  const send = useCallback<Sender['send']>(
    (decisions) => {
      count(1);
      const sent = turn.current.then(async (): Promise<Sent> => {
        for (let attempt = 0; ; attempt++) {
          const { data, error } = await request(decisions);
          if (data !== undefined) return { data };
          if (!isApiError(error) || error.status !== 429 || attempt >= paceMost) return { error };
          await new Promise((done) => setTimeout(done, pace));
        }
      });
      turn.current = sent.finally(() => count(-1));
      return sent;
    },
    [count, request],
  );
  const ahead = useCallback(() => waiting.current, []);
  return { send, sending, ahead, onAnswered };
}
