import { useEffect, useReducer, useRef, useState } from 'react';
import pLimit from 'p-limit';
import { useStore } from 'react-redux';

import { failureTexts, successTexts } from '#contracts/texts';

import { api } from '../../app/api.ts';
import { newId } from '../../app/new-id.ts';
import type { Store } from '../../app/store.ts';
import { toast } from '../../ui/toast.ts';
import { sendPhoto, type FailedUpload } from './send-photo.ts';
import { isSameFile, refusalOf, uploadReducer, type Upload } from './upload-queue.ts';

/** More at once would only make each of them slower on one line. */
const atOnce = 3;

export interface Uploads {
  readonly uploads: readonly Upload[];
  readonly busy: boolean;
  /** Takes what can be taken, and says in a toast why the rest cannot. */
  readonly choose: (files: Iterable<File>) => void;
  readonly remove: (id: string) => void;
  /** Sends these; all that are not under way if left out. */
  readonly send: (ids?: readonly string[]) => void;
}

/** The photos chosen for a location, until each has arrived: what fails stays chosen, and can be sent again. */
export function useUploads(locationId: string): Uploads {
  const [uploads, dispatch] = useReducer(uploadReducer, []);
  const [limit] = useState(() => pLimit(atOnce));
  const [calls] = useState(() => new Map<string, AbortController>());
  const store = useStore() as Store;
  usePreviewCleanUp(uploads);

  const choose = (files: Iterable<File>) => {
    const taken = [...files].filter((file) => {
      const refusal = refusalOf(file);
      if (refusal) toast({ ...refusal, variant: 'destructive' });
      return refusal === null && !uploads.some((upload) => isSameFile(upload.file, file));
    });
    dispatch({ type: 'chosen', uploads: taken.map(toUpload) });
  };

  const remove = (id: string) => {
    calls.get(id)?.abort();
    const upload = uploads.find((each) => each.id === id);
    if (upload) URL.revokeObjectURL(upload.preview);
    dispatch({ type: 'removed', id });
  };

  const sendOne = async (upload: Upload): Promise<FailedUpload | null | 'removed'> => {
    const call = new AbortController();
    calls.set(upload.id, call);
    const failure = await limit(() => {
      if (call.signal.aborted) return null;
      dispatch({ type: 'progressed', id: upload.id, progress: 0 });
      const onProgress = (progress: number) => dispatch({ type: 'progressed', id: upload.id, progress });
      return sendPhoto(store, { locationId, file: upload.file, key: upload.key }, onProgress, call.signal);
    });
    calls.delete(upload.id);
    if (call.signal.aborted) return 'removed';
    if (failure === null) dispatch({ type: 'done', id: upload.id });
    else
      dispatch({
        type: 'failed',
        id: upload.id,
        message: failure.message,
        key: failure.settled ? newId() : upload.key,
      });
    return failure;
  };

  const send = (ids?: readonly string[]) => {
    const chosen = uploads.filter((upload) => isToSend(upload) && (ids?.includes(upload.id) ?? true));
    if (chosen.length === 0) return;
    dispatch({ type: 'queued', ids: chosen.map((upload) => upload.id) });
    void Promise.all(chosen.map(sendOne)).then((outcomes) => {
      const arrived = outcomes.filter((outcome) => outcome === null).length;
      tell(
        arrived,
        outcomes.filter((outcome) => outcome !== null && outcome !== 'removed'),
      );
      if (arrived > 0) store.dispatch(api.util.invalidateTags(afterUpload(locationId)));
      dispatch({ type: 'settled' });
    });
  };

  const busy = uploads.some((upload) => upload.state === 'waiting' || upload.state === 'sending');
  return { uploads, busy, choose, remove, send };
}

const isToSend = (upload: Upload): boolean => upload.state === 'chosen' || upload.state === 'failed';

const toUpload = (file: File): Upload => ({
  id: newId(),
  file,
  preview: URL.createObjectURL(file),
  key: newId(),
  state: 'chosen',
  progress: 0,
  message: null,
});

function tell(arrived: number, failures: readonly FailedUpload[]): void {
  if (failures.some((failure) => failure.status === 401))
    toast({ ...failureTexts.uploadSignedOut, variant: 'destructive' });
  else if (failures.length > 0) toast({ ...failureTexts.upload, variant: 'destructive' });
  else if (arrived > 0) toast({ title: 'Success', text: successTexts.photosUploaded(arrived) });
}

const afterUpload = (locationId: string) => [
  { type: 'Photo' as const, id: locationId },
  { type: 'Location' as const, id: locationId },
  { type: 'Location' as const, id: 'LIST' },
  'Trending' as const,
  'City' as const,
  'Stats' as const,
];

/** A preview holds its file in memory until it is revoked: here, for what is left when the panel closes. */
function usePreviewCleanUp(uploads: readonly Upload[]): void {
  const latest = useRef(uploads);
  useEffect(() => {
    latest.current = uploads;
  }, [uploads]);
  useEffect(() => () => latest.current.forEach((upload) => URL.revokeObjectURL(upload.preview)), []);
}
