import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';

import { newId } from '../../lib/new-id.ts';
import { toast } from '../../lib/toast.ts';
import {
  isTaken,
  kindOfFile,
  problemOfFile,
  problems,
  refusalsOf,
  type FileKind,
} from '../../lib/upload/file-problem.ts';
import { smallerPhoto } from '../../lib/upload/smaller-photo.ts';
import {
  isSameFile,
  isUnderWay,
  revoke,
  uploadReducer,
  type KeptPhoto,
  type Upload,
} from './upload-queue.ts';
import { useSending } from './use-sending.ts';

/** The most rows in one panel. */
const most = 200;

export type Uploads = ReturnType<typeof useUploads>;

/**
 * The photos chosen for a place, until each is uploaded. A failed one stays chosen, and is sent again on request or
 * when the network returns. `keepsDone`: uploaded photos stay in the list.
 */
export function useUploads({ keepsDone = false }: { readonly keepsDone?: boolean } = {}) {
  const [uploads, dispatch] = useReducer(uploadReducer, []);
  const [shareDetails, setShareDetails] = useState(true);
  const latest = useLatest(uploads);
  const sender = useSending({ latest, dispatch, shareDetails, keepsDone });
  const busy = uploads.some(isUnderWay);

  const shrinkOne = async (upload: Upload) => {
    const { id, file, kind } = upload;
    dispatch({ type: 'shrinking', id });
    const made = await smallerPhoto(file);
    if (!latest.current.some((each) => each.id === id)) return;
    if (made === null)
      dispatch({
        type: 'failed',
        id,
        problem: kind === 'heic' ? problems.heic : problems.damaged,
        key: newId(),
      });
    else {
      revoke(upload);
      const preview = URL.createObjectURL(made.file);
      dispatch({ type: 'made', id, made: { ...made, preview, key: newId() } });
    }
  };

  /**
   * Adds every file and shows its problem beside it; shows a toast for files that are not pictures or are too large.
   */
  const choose = (files: Iterable<File>) => {
    const list = [...files];
    void Promise.all(list.map(kindOfFile)).then((kinds) => {
      const isKnown = (file: File) => latest.current.some((upload) => isSameFile(upload.file, file));
      const added = list
        .map((file, index) => toUpload(file, kinds[index] ?? 'other'))
        .filter(({ file }) => !isKnown(file))
        .slice(0, most - latest.current.length);
      const refusal = refusalsOf(added);
      if (refusal) toast(refusal);
      sender.forget();
      dispatch({ type: 'chosen', uploads: added });
      // Some browsers can read HEIC: there the file becomes a JPEG automatically.
      for (const upload of added) if (upload.kind === 'heic') void shrinkOne(upload);
    });
  };

  const remove = (id: string) => {
    sender.abort(id);
    const upload = uploads.find((each) => each.id === id);
    if (upload) revoke(upload);
    dispatch({ type: 'removed', id });
  };

  const clear = () => {
    for (const upload of uploads) {
      sender.abort(upload.id);
      revoke(upload);
    }
    sender.forget();
    dispatch({ type: 'cleared' });
  };
  return {
    uploads,
    busy,
    outcome: sender.outcome,
    shareDetails,
    setShareDetails,
    choose,
    /** Adds photos restored from a draft. */
    restore: (photos: readonly KeptPhoto[]) => dispatch({ type: 'chosen', uploads: photos.map(asChosen) }),
    remove,
    describe: (id: string, caption: string) => dispatch({ type: 'captioned', id, caption, key: newId() }),
    /** Makes smaller versions of photos that are too large. */
    shrink: (ids: readonly string[]) => {
      for (const upload of uploads) if (ids.includes(upload.id)) void shrinkOne(upload);
    },
    send: sender.send,
    clear,
  };
}

const toUpload = (file: File, kind: FileKind): Upload =>
  asChosen({ id: newId(), file, kind, key: newId(), caption: '', details: null, madeFrom: null });

function asChosen(photo: KeptPhoto): Upload {
  const { file, kind } = photo;
  const problem = problemOfFile(file, kind);
  return {
    ...photo,
    preview: isTaken(kind) ? URL.createObjectURL(file) : null,
    state: problem === null ? 'chosen' : 'refused',
    progress: 0,
    problem,
  };
}

/**
 * The current rows, for callbacks that run later. A preview keeps its file in memory until it is revoked; unmounting
 * revokes all.
 */
function useLatest(uploads: readonly Upload[]) {
  const latest = useRef(uploads);
  // A layout effect, so that it runs before any effect that sends the changed rows.
  useLayoutEffect(() => {
    latest.current = uploads;
  }, [uploads]);
  useEffect(() => () => latest.current.forEach(revoke), []);
  return latest;
}

/** Makes the browser ask before the person leaves the page and loses photos. */
export function useStay(hasUnsent: boolean): void {
  useEffect(() => {
    if (!hasUnsent) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasUnsent]);
}
