import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import type { DecisionItem } from '#contracts/moderation/commands';
import { limits } from '#contracts/shared/limits';
import type { BatchResult } from '#contracts/moderation/views';

import { messageOf } from '../../../lib/session-calls.ts';
import { isBeingSent, restStoreOf, whileSending, type Rest } from './rest.ts';
import type { Sender } from './use-send.ts';

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
