import { useCallback, useEffect, useRef, useState } from 'react';

import type { DecisionItem } from '#contracts/commands/decisions';
import type { BatchResult } from '#contracts/views/queue';

import { isApiError } from '../../../app/session-calls.ts';
import { useDecideItemsMutation } from '../desk-api.ts';

/** Milliseconds to wait where the server asks to slow down, and how often. */
const pace = 3000;
const paceMost = 40;

/** Decisions by key that may be on their way at once: what goes wrong with one is heard of soon after it. */
export const aheadMost = 20;

export type Sent =
  | { readonly data: BatchResult; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: unknown };

interface Sender {
  readonly send: (items: readonly DecisionItem[]) => Promise<Sent>;
  /** Requests that are not yet answered: as it was drawn, and now. */
  readonly sending: number;
  readonly ahead: () => number;
  /** Called whenever one has been answered; null ends that. */
  readonly onAnswered: (listener: (() => void) | null) => void;
}

/** One request after the other, in the order of the decisions; a person who is quicker than the server allows is only slowed down. */
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
    (items) => {
      count(1);
      const sent = turn.current.then(async (): Promise<Sent> => {
        for (let attempt = 0; ; attempt++) {
          const { data, error } = await request(items);
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
