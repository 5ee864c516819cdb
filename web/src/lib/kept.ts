/** Data that this browser stores for one person until they sign out. */
export interface Kept {
  readonly read: () => string | null;
  readonly write: (text: string) => void;
  readonly remove: () => void;
}

/** The prefix of all names stored for a person. */
export const ofPerson = (userId: string): string => `kept ${userId} `;

export function keptOf(userId: string, what: string): Kept {
  const name = ofPerson(userId) + what;
  return {
    read: () => attempt(() => localStorage.getItem(name)),
    write: (text) => attempt(() => localStorage.setItem(name, text)),
    remove: () => attempt(() => localStorage.removeItem(name)),
  };
}

/** Storage may be forbidden or full: then nothing is stored. */
export function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
