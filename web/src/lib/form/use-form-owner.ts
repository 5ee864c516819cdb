import { useState } from 'react';

import { useRights } from '../session.ts';

export interface FormOwner {
  /** Null while the signed-in person is unknown. */
  readonly id: string | null;
  /** The number of people who have owned the form: one person's input is never shown to the next. */
  readonly turn: number;
}

/** The owner of this form: it stays the person's while they are signed out, until somebody else signs in. */
export function useFormOwner(): FormOwner {
  const { user } = useRights();
  const [owner, setOwner] = useState<FormOwner>({ id: user?.id ?? null, turn: 0 });
  if (user === null || user.id === owner.id) return owner;
  const next = { id: user.id, turn: owner.id === null ? owner.turn : owner.turn + 1 };
  setOwner(next);
  return next;
}
