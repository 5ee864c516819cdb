import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

import { counted } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { DropZone, useFilePaste } from '../../ui/drop-zone.tsx';
import { UploadList } from './upload-list.tsx';
import { isToSend, isUnsent } from './upload-queue.ts';
import { UploadTerms } from './upload-terms.tsx';
import { useStay, useUploads, type Uploads } from './use-uploads.ts';

export interface PhotoUploadProps {
  readonly locationId: string;
}

/** Chooses photos (by file dialog, drop or paste) and uploads them; a failed one stays, with advice on what to do. */
export function PhotoUpload({ locationId }: PhotoUploadProps) {
  const all = useUploads();
  const { uploads, busy, choose, send } = all;
  const panel = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const waiting = uploads.filter(isToSend).length;
  const shrink = useSmaller(all, locationId);
  useFilePaste(panel, choose);
  useStay(uploads.some(isUnsent));
  // Once nothing is left to send, the button is disabled and the focus moves to the control that chooses photos.
  useLayoutEffect(() => {
    if (waiting === 0 && !busy && document.activeElement === button.current) input.current?.focus();
  }, [waiting, busy]);
  return (
    <div ref={panel} className="flex flex-col gap-4">
      <DropZone onFiles={choose} input={input} compact={uploads.length > 0} />
      <UploadList uploads={all} locationId={locationId} onShrink={shrink} />
      {uploads.length > 0 && <UploadTerms />}
      <Button
        ref={button}
        variant="primary"
        className="self-start max-sm:w-full"
        disabled={waiting === 0 && !busy}
        pending={busy && waiting === 0}
        onClick={() => send(locationId)}
      >
        {busy && waiting === 0 ? 'Uploading...' : uploadLabel(waiting)}
      </Button>
    </div>
  );
}

/** Makes photos smaller, and sends them together once all of them are. */
function useSmaller(
  { uploads, shrink, send }: Uploads,
  locationId: string,
): (ids: readonly string[]) => void {
  const asked = useRef<readonly string[]>([]);
  const sendMade = useEffectEvent(() => {
    const isShrinking = uploads.some(({ id, state }) => state === 'shrinking' && asked.current.includes(id));
    if (asked.current.length === 0 || isShrinking) return;
    const ids = asked.current;
    asked.current = [];
    send(locationId, ids);
  });
  useEffect(() => sendMade(), [uploads]);
  return (ids) => {
    shrink(ids);
    asked.current = [...asked.current, ...ids];
  };
}

function uploadLabel(count: number): string {
  if (count === 0) return 'Upload Photos';
  return `Upload ${counted(count, { one: 'Photo', many: 'Photos' })}`;
}
