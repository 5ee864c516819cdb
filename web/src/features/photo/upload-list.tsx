import { Minimize2 } from 'lucide-react';
import { useRef } from 'react';

import { Button } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { isToSend, isTooLarge } from './upload-queue.ts';
import { UploadRow } from './upload-row.tsx';
import { outcomeText } from './use-sending.ts';
import type { Uploads } from './use-uploads.ts';

export interface UploadListProps {
  readonly uploads: Uploads;
  /** The place that gets the photos; null if it does not exist yet. */
  readonly locationId: string | null;
  /** Makes these smaller and sends them; if left out, they only become smaller. */
  readonly onShrink?: (ids: readonly string[]) => void;
}

/** The chosen files, each with its actions, and the actions for all of them. */
export function UploadList({ uploads: all, locationId, onShrink }: UploadListProps) {
  const { uploads, outcome, busy } = all;
  const list = useRef<HTMLUListElement>(null);
  const large = uploads.filter(isTooLarge);
  const shrink = onShrink ?? all.shrink;
  const andUpload = locationId === null ? '' : ' and upload';
  return (
    <>
      {large.length > 1 && (
        <Button size="small" className="self-start" onClick={() => shrink(large.map(({ id }) => id))}>
          <Minimize2 size={14} aria-hidden /> Make all {large.length} smaller{andUpload}
        </Button>
      )}
      {uploads.length > 0 && (
        <ul ref={list} tabIndex={-1} aria-label="Chosen photos" className="flex flex-col gap-2 outline-none">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onRemove={() => {
                all.remove(upload.id);
                // The button that had the focus disappeared with its row.
                list.current?.focus();
              }}
              onRetry={locationId === null ? null : () => all.send(locationId, [upload.id])}
              shrinkLabel={`Make it smaller${andUpload}`}
              onShrink={() => {
                shrink([upload.id]);
                list.current?.focus();
              }}
              onDescribe={(caption) => all.describe(upload.id, caption)}
            />
          ))}
        </ul>
      )}
      <p className="text-md font-medium empty:hidden">
        {outcome !== null && outcome.arrived < outcome.total && outcomeText(outcome)}
      </p>
      {uploads.some((upload) => isToSend(upload) || isTooLarge(upload)) && (
        <CheckBox
          label="Show when and with what they were taken"
          description="Camera, lens, exposure and time. Never where, and never a serial number."
          checked={all.shareDetails}
          disabled={busy}
          onChange={(event) => all.setShareDetails(event.target.checked)}
        />
      )}
    </>
  );
}
