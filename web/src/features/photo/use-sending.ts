import { useEffect, useEffectEvent, useRef, useState, type Dispatch, type RefObject } from 'react';
import pLimit from 'p-limit';
import { useStore } from 'react-redux';

import type { AddPhoto } from '#contracts/photo/commands';
import { failureTexts, successTexts } from '#contracts/shared/texts';

import { api } from '../../lib/api.ts';
import { newId } from '../../lib/new-id.ts';
import type { Store } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';
import { sendFile, type FailedUpload, type ChosenFile, type Sending } from '../../lib/upload/send-file.ts';
import { counted, nouns } from '../../lib/words.ts';
import { isToSend, revoke, type Upload, type UploadAction } from './upload-queue.ts';

/** A browser opens no more connections than this to one server; waiting files need not be in memory yet. */
const atOnce = 6;

interface Outcome {
  readonly arrived: number;
  readonly total: number;
}

interface SendingOptions {
  readonly latest: RefObject<readonly Upload[]>;
  readonly dispatch: Dispatch<UploadAction>;
  readonly shareDetails: boolean;
  /** Whether uploads that arrived stay in the list. */
  readonly keepsDone: boolean;
}

/** The outcome of the other photos in the same batch. */
interface Begun {
  readonly arrived: number;
  readonly refused: readonly FailedUpload[];
}
const nothing: Begun = { arrived: 0, refused: [] };

/** The photos of the latest batch that failed offline. */
interface Interrupted extends Begun {
  readonly locationId: string;
  readonly ids: readonly string[];
}

/**
 * Sends chosen photos, several at once, and reports the outcome. Photos that failed offline are sent when the network
 * returns, and count as part of their batch.
 */
export function useSending({ latest, dispatch, shareDetails, keepsDone }: SendingOptions) {
  /** The state of the latest batch, until the next one begins. */
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [limit] = useState(() => pLimit(atOnce));
  const [calls] = useState(() => new Map<string, AbortController>());
  const offline = useRef<Interrupted | null>(null);
  /** Whether the network returned while photos were being sent. */
  const hasReturned = useRef(false);
  const [due, setDue] = useState<Interrupted | null>(null);
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

  const begin = (locationId: string, ids: readonly string[] | undefined, begun: Begun) => {
    const chosen = latest.current.filter((upload) => isToSend(upload) && (ids?.includes(upload.id) ?? true));
    if (chosen.length === 0) return;
    hasReturned.current = false;
    dispatch({ type: 'queued', ids: chosen.map((upload) => upload.id) });
    void Promise.all(chosen.map((upload) => sendOne(locationId, upload))).then((outcomes) => {
      const sent = outcomes.filter((each) => each !== 'removed');
      const failures = [...begun.refused, ...sent.filter((each) => each !== null)];
      const arrived = begun.arrived + sent.filter((each) => each === null).length;
      const lost = chosen.filter((_, index) => isOffline(outcomes[index]));
      const refused = failures.filter((failure) => !isOffline(failure));
      offline.current = { locationId, ids: lost.map(({ id }) => id), arrived, refused };
      tell(arrived, failures);
      setOutcome({ arrived, total: arrived + failures.length });
      if (arrived > begun.arrived) store.dispatch(api.util.invalidateTags(afterUpload(locationId)));
      if (hasReturned.current) setDue(offline.current);
      if (keepsDone) return;
      for (const [index, upload] of chosen.entries()) if (outcomes[index] === null) revoke(upload);
      dispatch({ type: 'settled' });
    });
  };

  useOnline(() => {
    hasReturned.current = true;
    setDue(offline.current);
  });
  const resume = useEffectEvent(({ locationId, ids, ...begun }: Interrupted) =>
    begin(locationId, ids, begun),
  );
  // An effect, because only then the rows include those that can be sent again.
  useEffect(() => {
    if (due !== null) resume(due);
  }, [due]);
  /** Sends these photos to a place; without `ids`, all that can be sent. */
  const send = (locationId: string, ids?: readonly string[]) => {
    setOutcome(null);
    begin(locationId, ids, nothing);
  };
  return { outcome, forget: () => setOutcome(null), send, abort: (id: string) => calls.get(id)?.abort() };
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

interface PhotoToSend {
  readonly locationId: string;
  readonly upload: Pick<Upload, keyof ChosenFile | 'caption' | 'details'>;
  /** Whether the photo shows when and with what it was taken. */
  readonly shareDetails: boolean;
}

/** Uploads one photo as the session's person and reports the progress; returns the failure, or null. */
async function sendPhoto(
  store: Store,
  { locationId, upload, shareDetails }: PhotoToSend,
  sending: Sending,
): Promise<FailedUpload | null> {
  const { caption, details } = upload;
  const more: Omit<AddPhoto, 'imageData' | 'fileName' | 'mimeType'> = {
    fileSize: upload.file.size,
    isPrimary: 0,
    ...(caption.trim() === '' ? {} : { caption }),
    ...(shareDetails ? { ...(details === null ? {} : { details }) } : { shareDetails }),
  };
  const url = `/api/locations/${locationId}/photos`;
  const { failure } = await sendFile(store, { ...upload, url, more }, sending);
  return failure;
}
