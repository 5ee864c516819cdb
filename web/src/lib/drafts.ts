import * as z from 'zod/mini';

import { removeFilesFrom } from './draft-files.ts';
import { attempt } from './kept.ts';

/** Unsent values of a form. */
const Draft = z.object({
  /** When it was last changed, ISO 8601. */
  at: z.string(),
  /** The fields that differ from the form's initial values. */
  values: z.record(z.string(), z.unknown()),
  /** The number of stored files, and the names of files that could not be stored. */
  files: z.number(),
  notKept: z.array(z.string()),
});
export type Draft = z.infer<typeof Draft>;

const prefix = 'draft ';
const keptFor = 30 * 24 * 60 * 60 * 1000;

/** The draft's name in the browser's storage: each person's drafts have their own names. */
export const draftKey = (userId: string, form: string): string => `${ofPerson(userId)}${form}`;
const ofPerson = (userId: string): string => `${prefix}${userId} `;

export function readDraft(key: string): Draft | null {
  return attempt(() => {
    const found = Draft.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'));
    return found.success ? found.data : null;
  });
}

export function writeDraft(key: string, draft: Draft): void {
  attempt(() => localStorage.setItem(key, JSON.stringify(draft)));
}

export function removeDraft(key: string): void {
  attempt(() => localStorage.removeItem(key));
}

/** Removes drafts that were not changed for 30 days. `now`: milliseconds. */
export function removeOldDrafts(now: number): void {
  for (const key of keysFrom(prefix)) {
    const draft = readDraft(key);
    if (draft === null || now - Date.parse(draft.at) > keptFor) removeDraft(key);
  }
}

/**
 * Removes all drafts of a person who signs out. Open forms in other tabs notice it and store theirs again, so the files
 * are removed first: otherwise the files stored again would be removed too.
 */
export async function endDrafts(userId: string): Promise<void> {
  await removeFilesFrom(ofPerson(userId));
  for (const key of keysFrom(ofPerson(userId))) removeDraft(key);
}

/** Calls `onRemoved` when another tab removes this draft. Returns the function that stops it. */
export function watchDraft(key: string, onRemoved: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key && event.newValue === null) onRemoved();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

const keysFrom = (start: string): readonly string[] =>
  attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(start))) ?? [];
