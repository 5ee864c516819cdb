import { Minimize2, Check, FileQuestion, RotateCw, X } from 'lucide-react';
import { useRef } from 'react';

import { limits } from '#contracts/shared/limits';

import { Button, IconButton } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { TextInput } from '../../ui/field.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { isToSend, isTooLarge, fileSizeText, isUnderWay, type Upload } from './upload-queue.ts';
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
                // The focused button disappeared with its row.
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

interface UploadRowProps {
  readonly upload: Upload;
  readonly onRemove: () => void;
  /** Null if there is no place to send it to. */
  readonly onRetry: (() => void) | null;
  readonly shrinkLabel: string;
  readonly onShrink: () => void;
  readonly onDescribe: (caption: string) => void;
}

/** One chosen file: its preview, progress, problem and actions. */
function UploadRow({ upload, onRemove, onRetry, shrinkLabel, onShrink, onDescribe }: UploadRowProps) {
  const { file, problem, state } = upload;
  return (
    <li className="flex flex-col gap-2 rounded-md border border-line bg-raised p-2">
      <div className="flex items-center gap-3">
        <Preview upload={upload} />
        <div className="min-w-0 flex-1">
          <p dir="auto" className="truncate text-sm font-semibold">
            {file.name}
          </p>
          <p className="text-xs text-soft tabular-nums">{stateText(upload)}</p>
          {isUnderWay(upload) && <ProgressBar label={`Upload of ${file.name}`} value={upload.progress} />}
        </div>
        {state === 'done' ? (
          <Check size={20} aria-hidden className="mr-2 text-ok" />
        ) : (
          <IconButton label={`Remove ${file.name}`} className="size-9!" onClick={onRemove}>
            <X size={18} aria-hidden />
          </IconButton>
        )}
      </div>
      {(isToSend(upload) || isTooLarge(upload)) && (
        <TextInput
          aria-label={`Caption of ${file.name}`}
          placeholder="What it shows (optional)"
          autoComplete="off"
          maxLength={limits.caption}
          value={upload.caption}
          onChange={(event) => onDescribe(event.target.value)}
          className="min-h-10! text-md!"
        />
      )}
      {problem !== null && state !== 'shrinking' && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-1 pb-1">
          <p role="alert" className="min-w-0 flex-1 basis-56 text-sm font-medium text-no">
            {problem.text}
          </p>
          {problem.remedy === 'shrink' && (
            <Button size="small" onClick={onShrink}>
              <Minimize2 size={14} aria-hidden />
              {shrinkLabel}
              <span className="sr-only"> {file.name}</span>
            </Button>
          )}
          {problem.remedy === 'retry' && onRetry !== null && (
            <Button size="small" onClick={onRetry}>
              <RotateCw size={14} aria-hidden />
              Retry
              <span className="sr-only"> {file.name}</span>
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function Preview({ upload: { preview, state } }: { readonly upload: Upload }) {
  return (
    <span className="grid h-12 w-18 shrink-0 place-items-center overflow-hidden rounded-sm bg-sunk text-outline">
      {state === 'shrinking' ? (
        <Spinner size={20} />
      ) : preview === null ? (
        <FileQuestion size={22} strokeWidth={1.5} aria-hidden />
      ) : (
        <Picture src={preview} alt="" width={72} height={48} eager />
      )}
    </span>
  );
}

function stateText({ file, kind, state, progress, madeFrom }: Upload): string {
  switch (state) {
    case 'waiting':
      return 'Waiting for its turn';
    case 'sending':
      return progress < 1 ? `Uploading, ${Math.floor(progress * 100)}%` : 'Being made ready';
    case 'shrinking':
      return kind === 'heic' ? 'Being turned into a JPEG' : 'Being made smaller';
    case 'done':
      return 'Uploaded';
    case 'chosen':
    case 'failed':
    case 'refused':
      return fileSizeText(file.size) + madeText(madeFrom);
  }
}

function madeText(madeFrom: Upload['madeFrom']): string {
  if (madeFrom === null) return '';
  return madeFrom === 'heic' ? ', now a JPEG' : ', made smaller';
}
