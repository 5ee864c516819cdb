import { useEffect, useRef, useState, useMemo } from 'react';

import type { Decisions, DecisionItem } from '#contracts/moderation/commands';
import type { BatchResult } from '#contracts/moderation/views';
import { limits } from '#contracts/shared/limits';

import { isApiError, messageOf } from '../../../lib/session-calls.ts';
import { useDecideItemsMutation } from '../desk/desk-api.ts';
import { isBeingSent, restStoreOf, whileSending, type Rest } from './rest.ts';

/** Milliseconds to wait when the server asks to slow down, and the most such waits. */
const pace = 3000;
const paceMost = 40;

type Sent =
  | { readonly data: BatchResult; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: unknown };

/**
 * Sends one request after another, in the order of the decisions. The server's rate limit only delays a fast person.
 */
export function useSend() {
  const [request] = useDecideItemsMutation();
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (waiting.current > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  const send = (decisions: Decisions): Promise<Sent> => {
    waiting.current += 1;
    const sent = turn.current.then(async (): Promise<Sent> => {
      for (let attempt = 0; ; attempt++) {
        const { data, error } = await request(decisions);
        if (data !== undefined) return { data };
        if (!isApiError(error) || error.status !== 429 || attempt >= paceMost) return { error };
        await new Promise((done) => setTimeout(done, pace));
      }
    });
    turn.current = sent.finally(() => {
      waiting.current -= 1;
    });
    return sent;
  };
  /** How many requests are unanswered now. */
  const ahead = () => waiting.current;
  return { send, ahead };
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

type Send = ReturnType<typeof useSend>['send'];
type OnResults = (results: readonly Result[]) => void;

/** Sends presses in calls of at most a hundred items. `userId`: whose. */
export function useBatches(send: Send, userId: string) {
  const store = useMemo(() => restStoreOf(userId), [userId]);
  const [progress, setProgress] = useState<Long['progress']>(null);
  const [rest, setRest] = useState<Rest | null>(null);
  const stopped = useRef(false);
  useEffect(() => {
    void isBeingSent(userId).then((isSent) => {
      if (!isSent) setRest(store.read());
    });
  }, [store, userId]);

  /** Sends the decisions of a press; `onResults` gets the answers as they arrive. */
  const sendAll = async (press: Press, onResults: OnResults): Promise<Answers> => {
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
  };
  const long: Long = {
    progress,
    stop: () => {
      stopped.current = true;
    },
    rest,
    forgetRest: () => {
      store.remove();
      setRest(null);
    },
  };
  return { long, sendAll };
}

const never = () => false;

async function sendSlices(
  send: Send,
  { batchId, items }: Pick<Press, 'batchId' | 'items'>,
  onResults: OnResults,
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
