import type { AddPhoto } from '#contracts/photo/commands';

import type { Store } from '../../lib/store.ts';
import { sendFile, type ChosenFile, type FailedUpload, type Sending } from '../../lib/upload/send-file.ts';
import type { Upload } from './upload-queue.ts';

export interface PhotoToSend {
  readonly locationId: string;
  readonly upload: Pick<Upload, keyof ChosenFile | 'caption' | 'details'>;
  /** Whether the photo shows when and with what it was taken. */
  readonly shareDetails: boolean;
}

/** Uploads one photo as the session's person and reports the progress; returns the failure, or null. */
export async function sendPhoto(
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
