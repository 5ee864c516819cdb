import { endDrafts } from './drafts.ts';
import { keepFor } from './kept-caches.ts';
import { attempt, ofPerson } from './kept.ts';

/** Removes all data that this browser stores for a person who signs out: pending decisions, drafts, offline caches. */
export async function removeKeptFor(userId: string): Promise<void> {
  attempt(() => {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(ofPerson(userId))) localStorage.removeItem(name);
  });
  await Promise.all([keepFor(null), endDrafts(userId)]);
}
