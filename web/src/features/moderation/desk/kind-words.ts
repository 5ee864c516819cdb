import type { QueueItem } from '#contracts/moderation/views';
import type { SignalKind } from '#contracts/moderation/signals';
import type { QueueFlag, QueueKind } from '#contracts/moderation/words';
import { limits } from '#contracts/shared/limits';
import type { Status } from '#contracts/shared/statuses';

import { counted, nouns, nounFor, numberText, ownStatus, type Noun } from '../../../lib/words.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';

export interface KindWords {
  readonly noun: Noun;
  /** The text of its badge. */
  readonly label: string;
  /** Words for a decision that was made. */
  readonly approved: string;
  readonly rejected: string;
  /** The texts of its buttons, except in a row. */
  readonly approve: string;
  readonly reject: string;
  /** The text of the button that approves several. */
  readonly approveAll: string;
  /** The words before the name of the place or city: 'the edit of '. */
  readonly of: string;
  /** Whether its subject is already public, so that a decision only reviews it. */
  readonly shows: boolean;
}

const decided = {
  approved: 'Approved',
  rejected: 'Declined',
  approve: 'Approve',
  reject: 'Reject',
  approveAll: 'Approve',
  of: '',
  shows: false,
};

/** The texts of a row's buttons, which are the same for every kind; their titles have the kind's own words. */
export const rowButtons = { approve: decided.approve, reject: decided.reject };

export const kindWords: Readonly<Record<QueueKind, KindWords>> = {
  city: { ...decided, noun: nouns.city, label: 'City' },
  location: { ...decided, noun: nouns.location, label: 'Location' },
  edit: { ...decided, noun: nouns.edit, label: 'Edit', of: 'the edit of ' },
  photo: {
    noun: nouns.photo,
    label: 'Photo',
    approved: 'Fine',
    rejected: 'Removed',
    approve: 'Fine',
    reject: 'Remove',
    approveAll: 'Keep',
    of: 'the photo of ',
    shows: true,
  },
  change: {
    noun: { one: 'change', many: 'changes' },
    label: 'Change',
    approved: 'Kept',
    rejected: 'Reverted',
    approve: 'Keep',
    reject: 'Revert',
    approveAll: 'Keep',
    of: 'the change to ',
    shows: true,
  },
  report: {
    noun: { one: 'report', many: 'reports' },
    label: 'Report',
    approved: 'Upheld',
    rejected: 'Dismissed',
    approve: 'Uphold',
    reject: 'Dismiss',
    approveAll: 'Uphold',
    of: 'the reports on ',
    shows: true,
  },
};

/** What the items with a signal have in common. */
export const signalWords: Readonly<Record<SignalKind, string>> = {
  'same-picture': 'The same picture',
  'same-link': 'Links to one site',
  'same-text': 'The same text',
  'near-picture': 'Pictures that look alike',
  'near-name': 'Similar names',
  burst: 'Many by one person',
  link: 'A link',
};

export const flagWords: Readonly<Record<QueueFlag, string>> = {
  duplicate: 'Duplicate?',
  conflict: 'Changed since',
  'city-waits': 'City waits',
  'new-member': 'New',
  reported: 'Reported',
  'second-opinion': 'Second opinion',
};

export const itemNoun: Noun = { one: 'item', many: 'items' };

/** An item whose name may be unknown. */
export type Named = Pick<QueueItem, 'kind'> & Partial<Pick<QueueItem, 'name'>>;

/** 'Aue'; '3 cities'; '3 items' if there are several kinds. */
export function whatOf(items: readonly Named[]): string {
  const [first] = items;
  if (first === undefined) return '';
  if (items.length === 1 && first.name !== undefined) return first.name;
  const isOneKind = items.every(({ kind }) => kind === first.kind);
  return counted(items.length, isOneKind ? kindWords[first.kind].noun : itemNoun);
}

/** The words before the name of a line: '3 photos of ' for a set, otherwise empty. */
export const beforeName = (count: number): string => (count > 1 ? `${counted(count, nouns.photo)} of ` : '');

/** 'Aue'; '3 photos of Old Bridge' for a set. */
export const lineName = ({ name }: Pick<QueueItem, 'name'>, count: number): string =>
  beforeName(count) + name;

/** The words of the items' kind; those of a city if there are several kinds. */
export function wordsOf(items: readonly Named[]): KindWords {
  const kinds = new Set(items.map(({ kind }) => kind));
  const [only = 'city'] = kinds.size === 1 ? kinds : [];
  return kindWords[only];
}

/** 'Approved' or 'Removed', by kind; for several kinds 'Approved' or 'Declined'. */
export function verdictWord(items: readonly Named[], decision: 'approve' | 'reject'): string {
  return wordsOf(items)[decision === 'approve' ? 'approved' : 'rejected'];
}

/** 'Reject Aue?', 'Remove the photo of Aue?', 'Dismiss 3 reports?'; 'Reject 3 items?' if there are several kinds. */
export function rejectQuestion(items: readonly QueueItem[]): string {
  const { reject, of } = wordsOf(items);
  return `${reject} ${items.length === 1 ? of : ''}${whatOf(items)}?`;
}

export const statusWords: Readonly<Record<Status, { readonly tone: BadgeTone; readonly word: string }>> = {
  ...ownStatus,
  pending: { tone: 'pending', word: 'Pending' },
};

/** What a moderator should check before approving several items at once. The words follow a number. */
const cautions = [
  ['duplicate', { one: 'a possible duplicate', many: 'possible duplicates' }],
  ['conflict', { one: 'made against what has changed since', many: 'made against what has changed since' }],
  ['city-waits', { one: 'in a city that waits itself', many: 'in cities that wait themselves' }],
] as const satisfies ReadonlyArray<readonly [QueueFlag, { one: string; many: string }]>;

const isCautioned = ({ flags }: QueueItem): boolean => cautions.some(([flag]) => flags.includes(flag));

/** Whether to ask before one press approves these items. */
export const asksFirst = (items: readonly QueueItem[]): boolean =>
  items.length > limits.batchItems || (items.length > 1 && items.some(isCautioned));

/** 'Approve 12 locations?' */
export const bulkQuestion = (items: readonly QueueItem[]): string =>
  `${wordsOf(items).approveAll} ${whatOf(items)}?`;

/** '3 of them possible duplicates, 1 in a city that waits itself'; null if there is nothing to check. */
export function bulkCautions(items: readonly QueueItem[]): string | null {
  const parts = cautions.flatMap(([flag, noun]) => {
    const count = items.filter(({ flags }) => flags.includes(flag)).length;
    return count === 0 ? [] : [{ count, words: nounFor(count, noun) }];
  });
  const said = parts.map(
    ({ count, words }, at) => `${numberText(count)}${at === 0 ? ' of them' : ''} ${words}`,
  );
  return said.length === 0 ? null : said.join(', ');
}
