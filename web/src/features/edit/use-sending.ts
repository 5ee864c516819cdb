import { useEffect, useEffectEvent, useRef, useState, type Dispatch, type RefObject } from 'react';
import pLimit from 'p-limit';
import { useStore } from 'react-redux';

import { failureTexts, successTexts } from '#contracts/texts';

import { api } from '../../app/api.ts';
import { newId } from '../../app/new-id.ts';
import type { Store } from '../../app/store.ts';
import { toast } from '../../ui/toast.ts';
import { counted, nouns } from '../../ui/words.ts';
import { sendPhoto, type FailedUpload } from './send-photo.ts';
import { isToSend, revoke, type Upload, type UploadAction } from './upload-queue.ts';

/** More uploads at once would only slow each other down on one connection. */
const atOnce = 3;

export interface Outcome {
  readonly arrived: number;
  readonly total: number;
}

interface SendingOptions {
  readonly latest: RefObject<readonly Upload[]>;
  readonly dispatch: Dispatch<UploadAction>;
  readonly shareDetails: boolean;
  /** Keeps uploads that arrived in the list. */
  readonly keepsDone: boolean;
}

export interface Sender {
  /** The outcome of the latest batch, until the next one begins. */
  readonly outcome: Outcome | null;
  readonly forget: () => void;
  readonly send: (locationId: string, ids?: readonly string[]) => void;
  readonly abort: (id: string) => void;
}

/**
 * Sends chosen photos, several at once, and reports the outcome. Photos that failed offline are sent when the network
 * returns.
 */
export function useSending({ latest, dispatch, shareDetails, keepsDone }: SendingOptions): Sender {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [limit] = useState(() => pLimit(atOnce));
  const [calls] = useState(() => new Map<string, AbortController>());
  /** The place of the latest batch, and which of its photos failed offline. */
  const offline = useRef<{ readonly locationId: string; readonly ids: readonly string[] } | null>(null);
  const store = useStore() as Store;

  const sendOne = async (locationId: string, upload: Upload): Promise<FailedUpload | null | 'removed'> => {
    const call = new AbortController();
    calls.set(upload.id, call);
    const failure = await limit(() => {
      if (call.signal.aborted) return null;
      const onProgress = (progress: number) => dispatch({ type: 'progressed', id: upload.id, progress });
      onProgress(0);
      return sendPhoto(store, { locationId, upload, shareDetails }, { onProgress, signal: call.signal });
    });
    calls.delete(upload.id);
    if (call.signal.aborted) return 'removed';
    if (failure === null) dispatch({ type: 'done', id: upload.id });
    else {
      const key = failure.settled ? newId() : upload.key;
      dispatch({ type: 'failed', id: upload.id, problem: failure.problem, key });
    }
    return failure;
  };

  const send = (locationId: string, ids?: readonly string[]) => {
    const chosen = latest.current.filter((upload) => isToSend(upload) && (ids?.includes(upload.id) ?? true));
    if (chosen.length === 0) return;
    setOutcome(null);
    dispatch({ type: 'queued', ids: chosen.map((upload) => upload.id) });
    void sendAll(chosen, (upload) => sendOne(locationId, upload)).then((outcomes) => {
      const sent = outcomes.filter((each) => each !== 'removed');
      const failures = sent.filter((each) => each !== null);
      const arrived = sent.length - failures.length;
      const lost = chosen.filter((_, index) => isOffline(outcomes[index]));
      offline.current = { locationId, ids: lost.map(({ id }) => id) };
      tell(arrived, failures);
      setOutcome({ arrived, total: sent.length });
      if (arrived > 0) store.dispatch(api.util.invalidateTags(afterUpload(locationId)));
      if (keepsDone) return;
      for (const [index, upload] of chosen.entries()) if (outcomes[index] === null) revoke(upload);
      dispatch({ type: 'settled' });
    });
  };

  useOnline(() => {
    const lost = offline.current;
    if (lost !== null && lost.ids.length > 0) send(lost.locationId, lost.ids);
  });
  return { outcome, forget: () => setOutcome(null), send, abort: (id) => calls.get(id)?.abort() };
}

/**
 * Sends the first chosen photo alone, because the first to arrive becomes the place's picture; then the others
 * together.
 */
async function sendAll<T>(
  chosen: readonly Upload[],
  sendOne: (upload: Upload) => Promise<T>,
): Promise<readonly T[]> {
  const outcomes: T[] = [];
  for (const upload of chosen.slice(0, 1)) outcomes.push(await sendOne(upload));
  return [...outcomes, ...(await Promise.all(chosen.slice(1).map(sendOne)))];
}

const isOffline = (outcome: FailedUpload | null | 'removed' | undefined): boolean =>
  typeof outcome === 'object' && outcome?.status === 0 && !outcome.settled;

function tell(arrived: number, failures: readonly FailedUpload[]): void {
  const total = arrived + failures.length;
  if (failures.some((failure) => failure.status === 401))
    toast({ ...failureTexts.uploadSignedOut, variant: 'destructive' });
  else if (failures.length === 0) {
    if (arrived > 0) toast({ title: 'Success', text: successTexts.photosUploaded(arrived) });
  } else if (arrived === 0) toast({ ...failureTexts.upload, variant: 'destructive' });
  else toast({ ...failureTexts.upload, text: outcomeText({ arrived, total }), variant: 'destructive' });
}

/** '6 of 9 photos uploaded. The reasons are beside the others.' */
export const outcomeText = ({ arrived, total }: Outcome): string =>
  `${arrived} of ${counted(total, nouns.photo)} uploaded. ${whyOf({ arrived, total })}`;

function whyOf({ arrived, total }: Outcome): string {
  if (total - arrived === 1) return `The reason is beside ${total === 1 ? 'it' : 'the other'}.`;
  return `The reasons are beside ${arrived === 0 ? 'them' : 'the others'}.`;
}

const afterUpload = (locationId: string) => [
  { type: 'Photo' as const, id: locationId },
  { type: 'Location' as const, id: locationId },
  { type: 'Location' as const, id: 'LIST' },
  'Trending' as const,
  'City' as const,
  'Stats' as const,
  'Submission' as const,
];

function useOnline(resume: () => void): void {
  const onOnline = useEffectEvent(resume);
  useEffect(() => {
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, []);
}
