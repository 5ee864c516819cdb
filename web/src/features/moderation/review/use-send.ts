import { useCallback, useEffect, useRef, useState, useMemo } from 'react';

import type { Decisions, DecisionItem } from '#contracts/moderation/commands';
import type { BatchResult } from '#contracts/moderation/views';
import { limits } from '#contracts/shared/limits';

import { isApiError, messageOf } from '../../../lib/session-calls.ts';
import { useDecideItemsMutation } from '../desk/desk-api.ts';
import { isBeingSent, restStoreOf, whileSending, type Rest } from './rest.ts';

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

/** What one press decides: one batch, however many calls it takes. */
export interface Press extends Pick<Rest, 'batchId' | 'begun' | 'of' | 'verdict'> {
  readonly items: readonly DecisionItem[];
  /** Decided before them in the same call, and not told of: a place's city, a reported photo. */
  readonly along: readonly DecisionItem[];
}

export type Result = BatchResult['results'][number];

/** The answers to a press, and what has not been sent, with the reason if that failed. */
export interface Answers {
  readonly results: readonly Result[];
  readonly left: readonly DecisionItem[];
  readonly failure: string | null;
}

/** A long decision: one that takes several calls. */
export interface Long {
  /** Not null while one is under way. */
  readonly progress: { readonly done: number; readonly of: number } | null;
  readonly stop: () => void;
  /** What is left of one that was stopped, or whose page was closed or lost its connection. */
  readonly rest: Rest | null;
  readonly forgetRest: () => void;
}

interface Batches {
  readonly long: Long;
  /** Sends the decisions of a press; `onResults` gets the answers as they arrive. */
  readonly sendAll: (press: Press, onResults: (results: readonly Result[]) => void) => Promise<Answers>;
}

/** Sends presses in calls of at most a hundred items. `userId`: whose. */
export function useBatches(send: Sender['send'], userId: string): Batches {
  const store = useMemo(() => restStoreOf(userId), [userId]);
  const [progress, setProgress] = useState<Long['progress']>(null);
  const [rest, setRest] = useState<Rest | null>(null);
  const stopped = useRef(false);
  useEffect(() => {
    void isBeingSent(userId).then((isSent) => {
      if (!isSent) setRest(store.read());
    });
  }, [store, userId]);

  const sendAll = useCallback<Batches['sendAll']>(
    async (press, onResults) => {
      const { batchId, items, along } = press;
      if (press.of <= limits.batchItems)
        return sendSlices(send, { batchId, items: [...along, ...items] }, onResults, never);
      let answers: Answers = { results: [], left: items, failure: null };
      await whileSending(userId, async () => {
        stopped.current = false;
        setRest(null);
        store.save({ batchId, items, begun: press.begun, of: press.of, verdict: press.verdict });
        let sent = 0;
        const told = (results: readonly Result[]) => {
          sent += results.length;
          store.sent(sent);
          setProgress({ done: press.of - items.length + sent, of: press.of });
          onResults(results);
        };
        setProgress({ done: press.of - items.length, of: press.of });
        answers = await sendSlices(send, { batchId, items }, told, () => stopped.current);
        if (answers.left.length === 0) store.remove();
        setRest(store.read());
        setProgress(null);
      });
      return answers;
    },
    [send, store, userId],
  );
  const stop = useCallback(() => {
    stopped.current = true;
  }, []);
  const forgetRest = useCallback(() => {
    store.remove();
    setRest(null);
  }, [store]);
  const long = useMemo(() => ({ progress, stop, rest, forgetRest }), [progress, stop, rest, forgetRest]);
  return { long, sendAll };
}

const never = () => false;

async function sendSlices(
  send: Sender['send'],
  { batchId, items }: Pick<Press, 'batchId' | 'items'>,
  onResults: (results: readonly Result[]) => void,
  isStopped: () => boolean,
): Promise<Answers> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += limits.batchItems) {
    if (isStopped()) return { results, left: items.slice(from), failure: null };
    const slice = items.slice(from, from + limits.batchItems);
    const { data, error } = await send({ batchId, items: slice });
    if (data === undefined)
      return { results, left: items.slice(from), failure: messageOf(error, 'Please try again.') };
    results.push(...data.results);
    onResults(data.results);
  }
  return { results, left: [], failure: null };
}
