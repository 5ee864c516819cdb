import type { QueueItem } from '#contracts/views/queue';
import type { QueueFlag, QueueKind } from '#contracts/vocabulary';

import { counted, nouns, type Noun } from '../../ui/words.ts';

export interface KindWords {
  readonly noun: Noun;
  /** The text of its badge. */
  readonly label: string;
  /** The past tense of a decision. */
  readonly approved: string;
  readonly rejected: string;
  /** The texts of its buttons. */
  readonly approve: string;
  readonly reject: string;
  /** What each button does, in words. */
  readonly approves: string;
  readonly rejects: string;
  /** Whether its subject is already public, so that a decision only reviews it. */
  readonly shows: boolean;
}

const decided = {
  approved: 'Approved',
  rejected: 'Declined',
  approve: 'Approve',
  reject: 'Reject',
  approves: 'approve',
  rejects: 'decline',
  shows: false,
};

export const kindWords: Readonly<Record<QueueKind, KindWords>> = {
  city: { ...decided, noun: nouns.city, label: 'City' },
  location: { ...decided, noun: nouns.location, label: 'Place' },
  edit: { ...decided, noun: nouns.edit, label: 'Edit' },
  photo: {
    noun: nouns.photo,
    label: 'Photo',
    approved: 'Fine',
    rejected: 'Removed',
    approve: 'Fine',
    reject: 'Remove',
    approves: 'stays',
    rejects: 'remove',
    shows: true,
  },
  change: {
    noun: { one: 'change', many: 'changes' },
    label: 'Change',
    approved: 'Kept',
    rejected: 'Reverted',
    approve: 'Keep',
    reject: 'Revert',
    approves: 'keep',
    rejects: 'revert',
    shows: true,
  },
  report: {
    noun: { one: 'report', many: 'reports' },
    label: 'Report',
    approved: 'Upheld',
    rejected: 'Dismissed',
    approve: 'Uphold',
    reject: 'Dismiss',
    approves: 'uphold',
    rejects: 'dismiss',
    shows: true,
  },
};

export const flagWords: Readonly<Record<QueueFlag, string>> = {
  duplicate: 'Duplicate?',
  conflict: 'Changed since',
  'city-waits': 'City waits',
  'new-member': 'New',
  reported: 'Reported',
};

const thing: Noun = { one: 'item', many: 'items' };

/** 'Aue'; '3 cities'; '3 items' if there are several kinds. */
export function whatOf(items: readonly QueueItem[]): string {
  const [first] = items;
  if (first === undefined) return '';
  if (items.length === 1) return first.name;
  const isOneKind = items.every(({ kind }) => kind === first.kind);
  return counted(items.length, isOneKind ? kindWords[first.kind].noun : thing);
}

/** 'Approved' or 'Removed', by kind; for several kinds 'Approved' or 'Declined'. */
export function verdictWord(items: readonly QueueItem[], decision: 'approve' | 'reject'): string {
  const kinds = new Set(items.map(({ kind }) => kind));
  const [only = 'city'] = kinds.size === 1 ? kinds : [];
  return kindWords[only][decision === 'approve' ? 'approved' : 'rejected'];
}
