import type { HistoryEntry } from '#contracts/moderation/history-views';

import { fieldLabel } from '../../location/field-words.ts';

const minute = 60_000;

/** '5 min', '3 h', '2 days'; null for less than a minute. */
export function agePhrase(milliseconds: number): string | null {
  const minutes = Math.floor(milliseconds / minute);
  if (minutes < 1) return null;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

const deeds: Readonly<Record<string, string>> = {
  submitted: 'submitted',
  approved: 'approved',
  rejected: 'declined',
  edited: 'edited',
  reopened: 'opened again',
  withdrawn: 'withdrawn',
  deleted: 'deleted',
  restored: 'restored',
  'edit-proposed': 'edit proposed',
  'edit-approved': 'edit approved',
  'edit-rejected': 'edit declined',
  'edit-withdrawn': 'edit withdrawn',
  'edit-reopened': 'edit opened again',
  resubmitted: 'sent in again',
  'photo-featured': 'photo featured',
  'photo-added': 'photo added',
  'photo-reviewed': 'photo looked at',
  'photo-review-reopened': 'photo to be looked at again',
  'photo-described': 'photo described',
  'photo-deleted': 'photo deleted',
  'photo-restored': 'photo restored',
};

const more: Readonly<Record<string, string>> = {
  'reports-upheld': 'report upheld',
  'reports-dismissed': 'report dismissed',
  'reports-reopened': 'report opened again',
  'content-reported': 'reported',
  'change-reviewed': 'change looked at',
  'change-review-reopened': 'change to be looked at again',
  'account-trusted': 'trusted',
  'account-untrusted': 'no longer trusted',
  'account-blocked': 'blocked',
  'account-unblocked': 'no longer blocked',
  'account-role-granted': 'made a moderator',
  'account-role-revoked': 'no longer a moderator',
  'account-registered': 'registered',
  'account-erased': 'account erased',
};

const verbs: Readonly<Record<string, string>> = {
  reopened: 'reopened',
  withdrawn: 'withdrew',
  'edit-proposed': 'proposed an edit of',
  'edit-approved': 'approved an edit of',
  'edit-rejected': 'declined an edit of',
  'edit-withdrawn': 'withdrew an edit of',
  'edit-reopened': 'reopened an edit of',
  resubmitted: 'resubmitted',
  'photo-featured': 'featured a photo of',
  'photo-added': 'added a photo of',
  'photo-reviewed': 'looked at a photo of',
  'photo-review-reopened': 'asked for another look at a photo of',
  'photo-described': 'described a photo of',
  'photo-deleted': 'deleted a photo of',
  'photo-restored': 'restored a photo of',
  'reports-upheld': 'upheld what was reported about',
  'reports-dismissed': 'dismissed what was reported about',
  'reports-reopened': 'reopened what was reported about',
  'change-reviewed': 'looked at a change of',
  'change-review-reopened': 'asked for another look at a change of',
  'account-untrusted': 'no longer trusts',
  'account-unblocked': 'unblocked',
  'account-role-granted': 'gave the role of moderator to',
  'account-role-revoked': 'took the role of moderator from',
  'account-erased': 'erased the account of',
};

/** 'approved', 'featured a photo of': stands between who did it and what it was done to. */
export const deedText = (type: string): string =>
  verbs[type] ?? verbs[withoutKind(type)] ?? actionText(type) ?? type.replaceAll('-', ' ');

const withoutKind = (type: string): string => type.replace(/^(city|location)-/, '');

/** The action of an event in words, by its wire name without the version; null if it has no words. */
export const actionText = (type: string): string | null =>
  more[type] ?? deeds[type] ?? deeds[withoutKind(type)] ?? null;

const reversed: ReadonlyArray<readonly [type: RegExp, deed: string]> = [
  [/reopened$/, 'decided as before'],
  [/^photo-deleted$/, 'shown again'],
  [/^photo-reviewed$|^change-reviewed$/, 'to be looked at again'],
  [/^reports-/, 'open again'],
  [/edit-approved$/, 'waits again, and the values before it are back'],
  [/-edited$|^photo-featured$/, 'as it was before'],
  [/-deleted$/, 'back'],
];

/** The state of the subject after an event of that type is undone. */
export const reversedActionText = (type: string): string =>
  reversed.find(([of]) => of.test(type))?.[1] ?? 'waits again';

/** 'submitted by Jonas K.', 'edit proposed by Ada: category, best time'; in a location's history also 'city deleted by Ada'. */
export function historyText(kind: 'city' | 'location', entry: HistoryEntry): string {
  const deed = entry.type.replace(/^(city|location)-/, '').replace(/\.v\d+$/, '');
  const words = deeds[deed] ?? deed.replaceAll('-', ' ');
  const fields = Object.keys(entry.changes ?? {}).map((field) => fieldLabel(field).toLowerCase());
  const changed = fields.length > 0 ? `: ${fields.join(', ')}` : '';
  const of = kind === 'location' && entry.type.startsWith('city-') ? 'city ' : '';
  return `${of}${words} by ${entry.actor.name}${changed}`;
}
