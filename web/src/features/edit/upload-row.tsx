import { Check, RotateCw, X } from 'lucide-react';

import { Button, IconButton } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { fileSizeText, type Upload } from './upload-queue.ts';

export interface UploadRowProps {
  readonly upload: Upload;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
}

/** One chosen photo: its preview, how far it got, and what went wrong. */
export function UploadRow({ upload, onRemove, onRetry }: UploadRowProps) {
  const { file, state } = upload;
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-raised p-2 pr-3">
      <span className="h-12 w-18 shrink-0 overflow-hidden rounded-sm">
        <Picture src={upload.preview} alt="" width={72} height={48} eager />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-semibold">{file.name}</p>
        <p className="text-xs text-soft tabular-nums">{stateText(upload)}</p>
        {(state === 'sending' || state === 'waiting') && (
          <progress
            aria-label={`Upload of ${file.name}`}
            value={upload.progress}
            max={1}
            className="mt-1.5 block h-1 w-full appearance-none overflow-hidden rounded-full bg-sunk accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-accent"
          />
        )}
      </div>
      {state === 'failed' && (
        <Button size="small" onClick={onRetry}>
          <RotateCw size={14} aria-hidden />
          Retry
          <VisuallyHidden> {file.name}</VisuallyHidden>
        </Button>
      )}
      {state === 'done' ? (
        <Check size={20} aria-hidden className="mr-2 text-ok" />
      ) : (
        <IconButton label={`Remove ${file.name}`} className="size-9!" onClick={onRemove}>
          <X size={18} aria-hidden />
        </IconButton>
      )}
      {state === 'failed' && (
        <p role="alert" className="-mt-1 basis-full text-xs font-medium text-no">
          {upload.message}
        </p>
      )}
    </li>
  );
}

function stateText({ file, state, progress }: Upload): string {
  switch (state) {
    case 'waiting':
      return 'Waiting for its turn';
    case 'sending':
      return progress < 1 ? `Uploading, ${Math.floor(progress * 100)}%` : 'Being made ready';
    case 'done':
      return 'Uploaded';
    case 'chosen':
    case 'failed':
      return fileSizeText(file.size);
  }
}
