import type { QueueKind } from '#contracts/vocabulary';

export interface Reason {
  readonly id: string;
  /** The text of its button. */
  readonly label: string;
  /** The text that the submitter gets; it can be edited. */
  readonly text: string;
  /** The kinds it applies to; all if left out. */
  readonly only?: readonly QueueKind[];
}

const places: readonly QueueKind[] = ['location', 'edit', 'change', 'report'];

export const reasons: readonly Reason[] = [
  {
    id: 'unfound',
    label: 'Can’t find it',
    text: 'We could not find this. Please add an address, or say how to get there.',
    only: ['city', ...places],
  },
  {
    id: 'duplicate',
    label: 'Duplicate of ...',
    text: 'We have this place already. Please add your photos there.',
    only: ['location'],
  },
  {
    id: 'photo',
    label: 'Needs a photo',
    text: 'Please add a photo that shows what one sees there.',
    only: ['city', 'location'],
  },
  {
    id: 'short',
    label: 'Too short',
    text: 'Please say more: what one sees there, and where one stands.',
    only: ['location', 'edit', 'change'],
  },
  { id: 'wrong', label: 'Wrong place', text: 'This does not show, or does not lie, where it says.' },
  { id: 'advertising', label: 'Advertising', text: 'This reads like advertising.' },
  { id: 'forbidden', label: 'Not allowed here', text: 'This is not allowed here.' },
];

const kept = 'lightfall.reasons';

/** The reasons that apply to all these kinds, recently used first. */
export function reasonsFor(kinds: readonly QueueKind[], lastUsed: readonly string[]): readonly Reason[] {
  const fitting = reasons.filter(
    ({ only }) => only === undefined || kinds.every((kind) => only.includes(kind)),
  );
  const rank = ({ id }: Reason) => (lastUsed.includes(id) ? lastUsed.indexOf(id) : lastUsed.length);
  return [...fitting].sort((one, other) => rank(one) - rank(other));
}

/** The ids of the last used reasons, latest first; stored in this browser. */
export function lastUsedReasons(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(kept) ?? '[]');
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string').slice(0, reasons.length) : [];
  } catch {
    // The storage may be forbidden or contain something else.
    return [];
  }
}

export function reasonUsed(id: string): void {
  try {
    const others = lastUsedReasons().filter((other) => other !== id);
    localStorage.setItem(kept, JSON.stringify([id, ...others]));
  } catch {
    // Then the reasons keep their usual order.
  }
}
