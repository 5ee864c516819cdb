import { Check, FileQuestion, Minimize2, RotateCw, X } from 'lucide-react';

import { limits } from '#contracts/shared/limits';

import { Button, IconButton } from '../../ui/button.tsx';
import { TextInput } from '../../ui/field.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { fileSizeText, isToSend, isTooLarge, isUnderWay, type Upload } from './upload-queue.ts';

export interface UploadRowProps {
  readonly upload: Upload;
  readonly onRemove: () => void;
  /** Null if there is no place to send it to. */
  readonly onRetry: (() => void) | null;
  readonly shrinkLabel: string;
  readonly onShrink: () => void;
  readonly onDescribe: (caption: string) => void;
}

/** One chosen file: its preview, progress, problem and actions. */
export function UploadRow({ upload, onRemove, onRetry, shrinkLabel, onShrink, onDescribe }: UploadRowProps) {
  const { file, problem, state } = upload;
  return (
    <li className="flex flex-col gap-2 rounded-md border border-line bg-raised p-2">
      <div className="flex items-center gap-3">
        <Preview upload={upload} />
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm font-semibold">{file.name}</p>
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
          className="h-10! text-md!"
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
