import type { Decisions, DecisionItem } from '#contracts/moderation/commands';
import type { BatchResult } from '#contracts/moderation/views';
import { limits } from '#contracts/shared/limits';

import { isApiError, messageOf } from '../../../lib/session-calls.ts';
import { sharedValue } from '../../../lib/shared-value.ts';
import type { Dispatch } from '../../../lib/store.ts';
import { isSettled } from '../../../lib/wire.ts';
import { deskApi } from '../desk/desk-api.ts';
import { isBeingSent, restStoreOf, whileSending, type Rest } from './rest.ts';

/** Milliseconds to wait before a request is repeated for the first time, and before each later time. */
const soon = 500;
const pace = 3000;
/** How often a request is repeated at most while the server answers that it should wait. */
const paceMost = 40;

interface Sent {
  readonly data?: BatchResult | undefined;
  readonly error?: unknown;
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Sends requests one at a time, in the order of the decisions. The server's rate limit and a lost connection only delay
 * them: a repeated request has the same idempotency key, so it gets the first one's response if the server has decided.
 */
export function createSender(dispatch: Dispatch) {
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const count = (by: 1 | -1) => {
    waiting += by;
    if (waiting > 0) window.addEventListener('beforeunload', ask);
    else window.removeEventListener('beforeunload', ask);
  };
  const isConnectionLost = () => dispatch((_, getState) => getState().live.health === 'lost');
  const isRepeated = (error: unknown, repeated: number): boolean => {
    if (!isApiError(error)) return false;
    if (error.status === 429 || error.code === 'request-running') return repeated < paceMost;
    return !isSettled(error) && (repeated === 0 || isConnectionLost());
  };
  const request = async (decisions: Decisions): Promise<Sent> => {
    for (let repeated = 0; ; repeated++) {
      const sent: Sent = await dispatch(deskApi.endpoints.decideItems.initiate(decisions, { track: false }));
      if (!isRepeated(sent.error, repeated)) return sent;
      await new Promise((done) => setTimeout(done, repeated === 0 ? soon : pace));
    }
  };
  return {
    send: (decisions: Decisions): Promise<Sent> => {
      count(1);
      const sent = turn.then(() => request(decisions));
      turn = sent.finally(() => count(-1));
      return sent;
    },
    /** How many requests have no response yet. */
    ahead: () => waiting,
  };
}

/** What one press of a button or key decides: one batch, however many calls it takes. */
export interface Press extends Omit<Rest, 'batchId'> {
  /**
   * The id of a batch that takes several calls. The server gives the batch of a single call its id: the same one if the
   * same decision is made again because its response was lost.
   */
  readonly batchId: string | null;
  /** Decided first in the same call, and not reported in toasts: a place's city, a reported photo. */
  readonly along: readonly DecisionItem[];
}

export type Result = BatchResult['results'][number];

/** The results of a press. `left`: decisions without a result. `failure`: why sending failed, if it did. */
export interface Responses {
  /** Null if the server was to give the batch its id, and did not answer. */
  readonly batchId: string | null;
  readonly results: readonly Result[];
  readonly left: readonly DecisionItem[];
  readonly failure: string | null;
}

/** A long decision: one that takes several calls. */
interface Long {
  /** Null if none is being sent. */
  readonly progress: { readonly done: number; readonly of: number } | null;
  /** The rest of one that was stopped, whose page was closed, or that lost its connection. */
  readonly rest: Rest | null;
}

type Send = ReturnType<typeof createSender>['send'];
type OnResults = (results: readonly Result[]) => void;

/** Sends presses of the person with `userId`, in calls of at most a hundred items. */
export function createBatches(send: Send, userId: string) {
  const store = restStoreOf(userId);
  const long = sharedValue<Long>({ progress: null, rest: null });
  const tell = (change: Partial<Long>) => long.set({ ...long.get(), ...change });
  let isStopped = false;

  /** Sends the decisions of a press; calls `onResults` with the results as they arrive. */
  const sendAll = async (press: Press, onResults: OnResults): Promise<Responses> => {
    const { batchId, items, along, begun, of, verdict } = press;
    if (batchId === null)
      return sendSlices(send, { batchId, items: [...along, ...items] }, onResults, () => false);
    let responses: Responses = { batchId, results: [], left: items, failure: null };
    // Cleared at once, so that a second press does not send the same rest.
    tell({ rest: null });
    await whileSending(userId, async () => {
      isStopped = false;
      store.save({ batchId, items, begun, of, verdict });
      let sent = 0;
      const progress = () => ({ done: of - items.length + sent, of });
      tell({ progress: progress() });
      const told = (results: readonly Result[]) => {
        sent += results.length;
        store.sent(sent);
        tell({ progress: progress() });
        onResults(results);
      };
      responses = await sendSlices(send, { batchId, items }, told, () => isStopped);
      if (responses.left.length === 0) store.remove();
      tell({ rest: store.read(), progress: null });
    });
    return responses;
  };
  return {
    sendAll,
    long,
    stop: () => {
      isStopped = true;
    },
    /** Loads the rest of a long decision from this device, unless a page is still sending it. */
    findRest: async () => {
      if (!(await isBeingSent(userId))) tell({ rest: store.read() });
    },
    forgetRest: () => {
      store.remove();
      tell({ rest: null });
    },
  };
}

async function sendSlices(
  send: Send,
  { batchId, items }: Pick<Press, 'batchId' | 'items'>,
  onResults: OnResults,
  isStopped: () => boolean,
): Promise<Responses> {
  let responses: Responses = { batchId, results: [], left: items, failure: null };
  while (responses.left.length > 0 && !isStopped()) {
    const slice = responses.left.slice(0, limits.batchItems);
    const { data, error } = await send({ ...(batchId !== null && { batchId }), items: slice });
    if (data === undefined) return { ...responses, failure: messageOf(error, 'Please try again.') };
    responses = {
      batchId: data.batchId,
      results: [...responses.results, ...data.results],
      left: responses.left.slice(limits.batchItems),
      failure: null,
    };
    onResults(data.results);
  }
  return responses;
}
