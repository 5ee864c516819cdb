import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { limits } from '#contracts/shared/limits';

import { dropFile, filesOf, keepFile, removeFilesOf, sweepFiles } from '../../lib/draft-files.ts';
import { draftKey, readDraft, watchDraft } from '../../lib/drafts.ts';
import type { FormFiles } from '../../lib/form/use-draft.ts';
import { useFormOwner } from '../../lib/form/use-form-owner.ts';
import { isUnsent, type KeptPhoto, type Upload } from './upload-queue.ts';
import type { Uploads } from './use-uploads.ts';

/** The most photos stored for one form: 100 MB at 5 MB each. */
const most = 20;

/** A photo in the browser's store, with its position among the others. */
interface Stored {
  readonly photo: KeptPhoto;
  readonly position: number;
}

/**
 * Stores a form's chosen photos in this browser, beside the draft of its text, and restores them when the form is
 * opened again; a closed form stores nothing more. Photos over 5 MB and photos after the twentieth are not stored.
 */
export function useKeptPhotos(form: string, photos: Uploads, isOpen: boolean): FormFiles {
  const { id: owner } = useFormOwner();
  const draft = owner === null ? null : draftKey(owner, form);
  /** The draft whose photos have been restored: before that, the form does not know which photos to store. */
  const [restored, setRestored] = useState<string | null>(null);
  const [lost, setLost] = useState<readonly string[]>([]);
  const saved = useRef(new Map<string, KeptPhoto>());
  const isOver = useRef(false);
  const { kept, notKept } = split(photos.uploads, lost);

  const putBack = useEffectEvent((stored: readonly KeptPhoto[]) => {
    for (const photo of stored) saved.current.set(photo.id, photo);
    photos.restore(stored);
  });
  useEffect(() => {
    if (draft === null) return;
    let hasLeft = false;
    void readPhotos(draft).then((stored) => {
      if (hasLeft) return;
      putBack(stored);
      setRestored(draft);
    });
    return () => {
      hasLeft = true;
    };
  }, [draft]);

  const keep = useEffectEvent(() => {
    if (draft === null || restored !== draft || isOver.current || !isOpen) return;
    for (const [position, photo] of kept.entries()) {
      const before = saved.current.get(photo.id);
      if (before?.file === photo.file && before.caption === photo.caption) continue;
      saved.current.set(photo.id, photo);
      keepFile(draft, photo.id, { photo: keptOf(photo), position } satisfies Stored).catch(
        (error: unknown) => {
          console.warn('A photo could not be kept', error);
          setLost((ids) => [...ids, photo.id]);
        },
      );
    }
    for (const id of saved.current.keys())
      if (!kept.some((photo) => photo.id === id)) {
        saved.current.delete(id);
        dropFile(draft, id).catch(console.warn);
      }
  });
  useEffect(() => keep(), [photos.uploads, restored]);
  const keepAgain = useEffectEvent(() => {
    saved.current.clear();
    keep();
  });
  useEffect(() => (draft === null ? undefined : watchDraft(draft, keepAgain)), [draft]);

  const forget = () => {
    isOver.current = true;
    if (draft !== null) void removeFilesOf(draft);
  };
  return {
    isReady: draft === null || restored === draft,
    kept: kept.length,
    notKept,
    forget,
    clear: photos.clear,
  };
}

/** The photos to store, and the names of the others that could still be sent. */
function split(uploads: readonly Upload[], lost: readonly string[]) {
  const unsent = uploads.filter(isUnsent);
  const kept = unsent
    .filter(
      ({ id, file, state }) => state !== 'shrinking' && file.size <= limits.photoBytes && !lost.includes(id),
    )
    .slice(0, most);
  return { kept, notKept: unsent.filter((upload) => !kept.includes(upload)).map(({ file }) => file.name) };
}

const keptOf = ({ id, file, kind, key, caption, details, madeFrom }: Upload): KeptPhoto => ({
  id,
  file,
  kind,
  key,
  caption,
  details,
  madeFrom,
});

/** The photos of a draft in order; none if the browser has no store. */
async function readPhotos(draft: string): Promise<readonly KeptPhoto[]> {
  try {
    await sweepFiles((key) => readDraft(key) !== null);
    // The cast: only this module writes here.
    const stored = (await filesOf(draft)) as readonly Stored[];
    return [...stored].sort((one, other) => one.position - other.position).map(({ photo }) => photo);
  } catch (error) {
    console.warn('The photos of a draft could not be read', error);
    return [];
  }
}
