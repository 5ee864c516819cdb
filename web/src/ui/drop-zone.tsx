import clsx from 'clsx';
import { Camera, ImagePlus } from 'lucide-react';
import {
  useId,
  useState,
  useEffect,
  useEffectEvent,
  type ChangeEvent,
  type DragEvent,
  type RefObject,
} from 'react';

export interface DropZoneProps {
  readonly onFiles: (files: Iterable<File>) => void;
  readonly input: RefObject<HTMLInputElement | null>;
  /** One line instead of a field, once the form has photos. */
  readonly compact?: boolean;
}

/** Lets people choose photos, drop them or, on a device with a camera, take them. */
export function DropZone({ onFiles, input, compact = false }: DropZoneProps) {
  const id = useId();
  const { isOver, handlers } = useFileDrop(onFiles);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])]);
    // Lets the same file be chosen again after it was removed.
    event.target.value = '';
  };
  return (
    <div
      {...handlers}
      className={clsx(
        'relative flex flex-wrap rounded-lg border border-dashed transition-colors duration-150',
        compact || 'min-h-38',
        isOver ? 'border-accent bg-accent/10' : 'border-outline bg-paper hover:border-soft',
      )}
    >
      <div className="min-w-0 flex-1 rounded-lg focus-within:outline-2 focus-within:outline-accent">
        <label
          htmlFor={id}
          className={clsx(
            'flex h-full cursor-pointer items-center justify-center gap-x-2 text-center text-md',
            compact ? 'flex-wrap px-4 py-3' : 'flex-col gap-1 px-5 py-7',
          )}
        >
          <ImagePlus size={compact ? 20 : 26} strokeWidth={1.6} aria-hidden className="mb-1 text-accent" />
          <span className="font-semibold">Choose photos</span>
          <span className="text-sm text-soft pointer-coarse:hidden">
            or drop or paste them. Up to 5 MB each.
          </span>
          <span className="hidden text-sm text-soft pointer-coarse:block">Up to 5 MB each.</span>
        </label>
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/*,.heic,.heif"
          multiple
          className="sr-only"
          onChange={take}
        />
      </div>
      <div className="hidden border-l border-dashed border-outline focus-within:outline-2 focus-within:outline-accent pointer-coarse:block">
        <label
          htmlFor={`${id}-camera`}
          className={clsx(
            'flex h-full cursor-pointer items-center justify-center gap-2 text-md',
            compact ? 'px-4' : 'flex-col gap-1 px-5 py-7',
          )}
        >
          <Camera size={compact ? 20 : 26} strokeWidth={1.6} aria-hidden className="text-accent" />
          <span className={compact ? 'sr-only' : 'font-semibold'}>Take one</span>
        </label>
        <input
          id={`${id}-camera`}
          type="file"
          accept="image/*"
          capture="environment"
          className="sr-only"
          onChange={take}
        />
      </div>
    </div>
  );
}

/** Accepts dropped files. A file dropped beside the zone does not replace the page. */
export function useFileDrop(onFiles: (files: Iterable<File>) => void) {
  const [isOver, setOver] = useState(false);
  const over = (on: boolean) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(on);
  };
  const onDrop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return {
    isOver,
    handlers: { onDragEnter: over(true), onDragOver: over(true), onDragLeave: over(false), onDrop },
  };
}

/** Accepts pictures pasted anywhere in the element's dialog, and ignores pasted text. */
export function useFilePaste(
  element: RefObject<HTMLElement | null>,
  onFiles: (files: Iterable<File>) => void,
): void {
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const dialog = element.current?.closest<HTMLElement>('[role="dialog"]');
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      // Pasted pictures share one name: their size and the time of pasting tell them apart.
      take(files);
    };
    dialog?.addEventListener('paste', onPaste);
    return () => dialog?.removeEventListener('paste', onPaste);
  }, [element]);
}
