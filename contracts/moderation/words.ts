/** What a moderator's queue holds. */
export const queueKinds = ['city', 'location', 'edit', 'photo', 'change', 'report'] as const;
export type QueueKind = (typeof queueKinds)[number];
export const queueFlags = [
  'duplicate',
  'conflict',
  'city-waits',
  'new-member',
  'reported',
  'second-opinion',
] as const;
export type QueueFlag = (typeof queueFlags)[number];

/** What moderators may write notes about. */
export const notable = ['city', 'location', 'photo', 'user'] as const;

/** The reason for a place that duplicates another one; the submitter gets a link to the other place. */
export const duplicateReason = 'We have this place already. Please add your photos there.';

const places: readonly QueueKind[] = ['location', 'edit', 'change', 'report'];

interface UsualReason {
  readonly text: string;
  /** The kinds that it fits; all if omitted. */
  readonly only?: readonly QueueKind[];
}

/** The reasons for declining until the administrator sets others. */
export const usualReasons: readonly UsualReason[] = [
  {
    text: 'We could not find this. Please add an address, or say how to get there.',
    only: ['city', ...places],
  },
  { text: duplicateReason, only: ['location'] },
  { text: 'Please add a photo that shows what one sees there.', only: ['city', 'location'] },
  {
    text: 'Please say more: what one sees there, and where one stands.',
    only: ['location', 'edit', 'change'],
  },
  { text: 'This does not show, or does not lie, where it says.' },
  { text: 'This reads like advertising.' },
  { text: 'This is not allowed here.' },
];

/** Whether a reason may be given for all these kinds: a usual one may fit only some, any other fits all. */
export function fitsAll(text: string, kinds: readonly QueueKind[]): boolean {
  const only = usualReasons.find((usual) => usual.text === text)?.only;
  return only === undefined || kinds.every((kind) => only.includes(kind));
}
