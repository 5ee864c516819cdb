/** What this browser keeps for one person until they sign out. */
export interface Kept {
  readonly read: () => string | null;
  readonly write: (text: string) => void;
  readonly remove: () => void;
}

/** How the names of all that is kept for a person begin. */
export const ofPerson = (userId: string): string => `kept ${userId} `;

export function keptOf(userId: string, what: string): Kept {
  const name = ofPerson(userId) + what;
  return {
    read: () => attempt(() => localStorage.getItem(name)),
    write: (text) => attempt(() => localStorage.setItem(name, text)),
    remove: () => attempt(() => localStorage.removeItem(name)),
  };
}

/** The storage may be forbidden or full: then nothing is kept. */
export function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
