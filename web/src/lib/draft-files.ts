/**
 * The files of drafts, which are too large for the storage of their texts. Each has the key [draft, id].
 */
const database = 'drafts';
const files = 'files';

/** @throws if the browser has no store or no room */
export const keepFile = (draft: string, id: string, file: object): Promise<unknown> =>
  inStore('readwrite', (store) => store.put(file, [draft, id]));

export const dropFile = (draft: string, id: string): Promise<unknown> =>
  inStore('readwrite', (store) => store.delete([draft, id]));

/** The files of one draft, in the order of their ids. */
export const filesOf = (draft: string): Promise<readonly unknown[]> =>
  inStore('readonly', (store) => store.getAll(IDBKeyRange.bound([draft], [draft, []])));

/** Removes the files of one draft. */
export const removeFilesOf = (draft: string): Promise<void> => remove([draft], [draft, []]);

/** Removes the files of all drafts whose key has this prefix. */
export const removeFilesFrom = (start: string): Promise<void> => remove([start], [`${start}\uffff`]);

/** Never rejects: a browser without this store has no files. */
async function remove(from: IDBValidKey, to: IDBValidKey): Promise<void> {
  if (!('indexedDB' in globalThis)) return;
  try {
    await inStore('readwrite', (store) => store.delete(IDBKeyRange.bound(from, to)));
  } catch (error) {
    console.warn('The files of drafts could not be removed', error);
  }
}

/** Removes the files of drafts that no longer exist. */
export async function sweepFiles(exists: (draft: string) => boolean): Promise<void> {
  const keys = await inStore('readonly', (store) => store.getAllKeys());
  for (const key of keys) {
    const [draft, id] = key as [string, string];
    if (!exists(draft)) await dropFile(draft, id);
  }
}

async function inStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const open = indexedDB.open(database, 1);
  open.addEventListener('upgradeneeded', () => open.result.createObjectStore(files));
  const opened = await result(open);
  try {
    const transaction = opened.transaction(files, mode);
    const request = ask(transaction.objectStore(files));
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(transaction.error ?? new Error('The browser aborted the transaction.'));
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', fail);
      transaction.addEventListener('error', fail);
    });
    return request.result;
  } finally {
    opened.close();
  }
}

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The browser keeps no files.')),
    );
  });
