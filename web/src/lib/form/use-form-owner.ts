import { useState } from 'react';

import { useViewer } from '../session.ts';

export interface FormOwner {
  /** Null while it is not known who is signed in. */
  readonly id: string | null;
  /** Counts the people who have had the form: nothing of one is shown to the next. */
  readonly turn: number;
}

/** Whose form this is: it stays the person's while they are signed out, until somebody else signs in. */
export function useFormOwner(): FormOwner {
  const { user } = useViewer();
  const [owner, setOwner] = useState<FormOwner>({ id: user?.id ?? null, turn: 0 });
  if (user === null || user.id === owner.id) return owner;
  const next = { id: user.id, turn: owner.id === null ? owner.turn : owner.turn + 1 };
  setOwner(next);
  return next;
}
