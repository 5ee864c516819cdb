import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Accepts pictures pasted anywhere in the element's dialog; pasted text is left alone. */
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
      // Pasted pictures all have one name and the current time. They must not be taken for the same file.
      take(files);
    };
    dialog?.addEventListener('paste', onPaste);
    return () => dialog?.removeEventListener('paste', onPaste);
  }, [element]);
}
