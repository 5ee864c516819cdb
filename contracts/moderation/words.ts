/** What a moderator's queue holds. */
export const queueKinds = ['city', 'location', 'edit', 'photo', 'change', 'report'] as const;
export type QueueKind = (typeof queueKinds)[number];
export const queueFlags = ['duplicate', 'conflict', 'city-waits', 'new-member', 'reported'] as const;
export type QueueFlag = (typeof queueFlags)[number];

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

/**
 * The reasons for declining, under the keys 1 to 9. A reason's number is its place in this list: the same for everybody
 * and for every kind, because people press it without reading.
 */
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
