import { endDrafts } from './drafts.ts';
import { keepFor } from './kept-caches.ts';
import { attempt, ofPerson } from './kept.ts';

/** Removes all that this browser keeps for a person who signs out: decisions under way, drafts, what shows offline. */
export async function removeKeptFor(userId: string): Promise<void> {
  attempt(() => {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(ofPerson(userId))) localStorage.removeItem(name);
  });
  await Promise.all([keepFor(null), endDrafts(userId)]);
}
