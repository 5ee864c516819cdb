import clsx from 'clsx';
import { ImagePlus } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type DragEvent, type RefObject } from 'react';

import { Button } from '../../ui/button.tsx';
import { counted } from '../../ui/words.ts';
import { UploadRow } from './upload-row.tsx';
import { useUploads } from './use-uploads.ts';

export interface PhotoUploadProps {
  readonly locationId: string;
}

/** Chooses photos (by the file dialog, or dropped here) and uploads them; what fails stays, with a way to retry. */
export function PhotoUpload({ locationId }: PhotoUploadProps) {
  const { uploads, busy, choose, remove, send } = useUploads(locationId);
  const list = useRef<HTMLUListElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const waiting = uploads.filter(({ state }) => state === 'chosen' || state === 'failed').length;
  // Nothing is left to send: the button goes out, and the focus goes to where the next photo is chosen.
  useLayoutEffect(() => {
    if (waiting === 0 && !busy && document.activeElement === button.current) input.current?.focus();
  }, [waiting, busy]);
  return (
    <div className="flex flex-col gap-4">
      <DropZone onFiles={choose} input={input} />
      {uploads.length > 0 && (
        <ul ref={list} tabIndex={-1} aria-label="Chosen photos" className="flex flex-col gap-2 outline-none">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onRemove={() => {
                remove(upload.id);
                // The button that had the focus is gone with its row.
                list.current?.focus();
              }}
              onRetry={() => send([upload.id])}
            />
          ))}
        </ul>
      )}
      <Button
        ref={button}
        variant="primary"
        className="self-start max-sm:w-full"
        disabled={waiting === 0 && !busy}
        pending={busy && waiting === 0}
        onClick={() => send()}
      >
        {busy && waiting === 0 ? 'Uploading...' : uploadLabel(waiting)}
      </Button>
    </div>
  );
}

function uploadLabel(count: number): string {
  if (count === 0) return 'Upload Photos';
  return `Upload ${counted(count, { one: 'Photo', many: 'Photos' })}`;
}

interface DropZoneProps {
  readonly onFiles: (files: Iterable<File>) => void;
  readonly input: RefObject<HTMLInputElement | null>;
}

function DropZone({ onFiles, input }: DropZoneProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const over = (on: boolean) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(on);
  };
  return (
    <div
      onDragEnter={over(true)}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles(event.dataTransfer.files);
      }}
      className={clsx(
        'relative rounded-lg border border-dashed transition-colors duration-150 focus-within:outline-2 focus-within:outline-accent',
        isOver ? 'border-accent bg-accent/10' : 'border-outline bg-paper hover:border-soft',
      )}
    >
      <label
        htmlFor={id}
        className="flex cursor-pointer flex-col items-center gap-1 px-5 py-7 text-center text-md"
      >
        <ImagePlus size={26} strokeWidth={1.6} aria-hidden className="mb-1 text-accent" />
        <span className="font-semibold">Choose photos</span>
        <span className="text-sm text-soft max-sm:hidden">or drop them here. Up to 5 MB each.</span>
        <span className="text-sm text-soft sm:hidden">Up to 5 MB each.</span>
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/*"
        multiple
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file may be chosen again after it was taken out.
          event.target.value = '';
        }}
      />
    </div>
  );
}
