import type { HistoryEntry, Activity } from '#contracts/moderation/views';

import { counted, nouns, numberText, type Noun } from '../../../lib/words.ts';
import { fieldLabel } from '../../location/values.tsx';
import { itemNoun, kindWords } from './kind-words.ts';

const minute = 60_000;

/** '5 min', '3 h', '2 days'; null for less than a minute. */
export function agePhrase(milliseconds: number): string | null {
  const minutes = Math.floor(milliseconds / minute);
  if (minutes < 1) return null;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** Words for what an event did. */
interface Deed {
  /** After its subject: 'approved', 'edit declined'. */
  readonly done: string;
  /** Between the person and the subject's name: 'withdrew'. If left out, `done` is used. */
  readonly verb?: string;
  /** The part of the subject that it concerned: 'declined an edit of Aue', 'declined 3 edits'. */
  readonly noun?: Noun;
  /** Replaces the noun before a single name. */
  readonly before?: string;
}

const change = kindWords.change.noun;
const report = kindWords.report.noun;
const person: Noun = { one: 'person', many: 'people' };
const reported = { noun: report, before: 'what was reported about' };

/** By the event's wire name without its version. An entry without 'city-' or 'location-' applies to both. */
const deeds: Readonly<Record<string, Deed>> = {
  submitted: { done: 'submitted' },
  approved: { done: 'approved' },
  rejected: { done: 'declined' },
  edited: { done: 'edited' },
  reopened: { done: 'opened again', verb: 'reopened' },
  withdrawn: { done: 'withdrawn', verb: 'withdrew' },
  deleted: { done: 'deleted' },
  restored: { done: 'restored' },
  merged: { done: 'merged into another place', verb: 'merged' },
  parted: { done: 'parted again', verb: 'parted' },
  resubmitted: { done: 'sent in again', verb: 'resubmitted' },
  'edit-proposed': { done: 'edit proposed', verb: 'proposed', noun: nouns.edit },
  'edit-approved': { done: 'edit approved', verb: 'approved', noun: nouns.edit },
  'edit-rejected': { done: 'edit declined', verb: 'declined', noun: nouns.edit },
  'edit-withdrawn': { done: 'edit withdrawn', verb: 'withdrew', noun: nouns.edit },
  'edit-reopened': { done: 'edit opened again', verb: 'reopened', noun: nouns.edit },
  'photo-featured': { done: 'photo featured', verb: 'featured', noun: nouns.photo },
  'photo-added': { done: 'photo added', verb: 'added', noun: nouns.photo },
  'photo-reviewed': { done: 'photo looked at', verb: 'looked at', noun: nouns.photo },
  'photo-review-reopened': {
    done: 'photo to be looked at again',
    verb: 'asked for another look at',
    noun: nouns.photo,
  },
  'photo-described': { done: 'photo described', verb: 'described', noun: nouns.photo },
  'photo-deleted': { done: 'photo deleted', verb: 'deleted', noun: nouns.photo },
  'photo-restored': { done: 'photo restored', verb: 'restored', noun: nouns.photo },
  'change-reviewed': { done: 'change looked at', verb: 'looked at', noun: change },
  'change-review-reopened': {
    done: 'change to be looked at again',
    verb: 'asked for another look at',
    noun: change,
  },
  'second-opinion-asked': {
    done: 'second opinion asked for',
    verb: 'asked for a second opinion on',
  },
  'content-reported': { done: 'reported' },
  'reports-upheld': { done: 'report upheld', verb: 'upheld', ...reported },
  'reports-dismissed': { done: 'report dismissed', verb: 'dismissed', ...reported },
  'reports-reopened': { done: 'report opened again', verb: 'reopened', ...reported },
  'account-trusted': { done: 'trusted' },
  'account-untrusted': { done: 'no longer trusted', verb: 'no longer trusts' },
  'account-blocked': { done: 'blocked' },
  'account-unblocked': { done: 'no longer blocked', verb: 'unblocked' },
  'account-role-granted': { done: 'made a moderator', verb: 'gave the role of moderator to' },
  'account-role-revoked': { done: 'no longer a moderator', verb: 'took the role of moderator from' },
  'account-registered': { done: 'registered' },
  'account-erased': { done: 'account erased', verb: 'erased the account of' },
};

const deedOf = (type: string): Deed | undefined =>
  deeds[type] ?? deeds[type.replace(/^(city|location)-/, '')];

/** The action of an event in words, by its wire name without the version; null if it has no words. */
export const actionText = (type: string): string | null => deedOf(type)?.done ?? null;

const verbOf = (type: string): string => {
  const deed = deedOf(type);
  return deed?.verb ?? deed?.done ?? type.replaceAll('-', ' ');
};

/** 'approved', 'featured a photo of': the words between the person and the subject's name. */
export function deedText(type: string): string {
  const { noun, before } = deedOf(type) ?? {};
  const part = before ?? (noun && `${/^[aeiou]/.test(noun.one) ? 'an' : 'a'} ${noun.one} of`);
  return part === undefined ? verbOf(type) : `${verbOf(type)} ${part}`;
}

const entityNouns: Readonly<Record<string, Noun>> = {
  city: nouns.city,
  location: nouns.location,
  photo: nouns.photo,
  account: person,
};

type OfBatch = Pick<Activity, 'type' | 'entityType' | 'entityId' | 'name'>;

/**
 * Words for a batch, for example 'approved' and '12 locations'. `entries`: newest first. `goesOn`: whether the batch
 * may have more entries.
 */
export function batchWords(
  entries: readonly OfBatch[],
  goesOn: boolean,
): { readonly deed: string; readonly what: string } {
  const [last] = entries;
  const types = [...new Set(entries.map(({ type }) => type))].reverse();
  const entities = new Set(entries.map(({ entityId }) => entityId)).size;
  if (entities === 1 && types.length > 1)
    return { deed: types.map(deedText).join(' and '), what: last?.name ?? 'what is gone' };
  // With several kinds of events, an item counts once. With one kind, each entry counts, such as two edits of a place.
  const count = types.length === 1 ? entries.length : entities;
  const found = new Set(
    entries.map(({ type, entityType }) => deedOf(type)?.noun ?? entityNouns[entityType] ?? itemNoun),
  );
  const [noun = itemNoun] = found.size === 1 ? found : [];
  const verbs = new Set(types.map(verbOf));
  return {
    deed: verbs.size <= 2 ? [...verbs].join(' and ') : 'decided',
    what: goesOn ? `${numberText(count)} or more ${noun.many}` : counted(count, noun),
  };
}

const reversed: ReadonlyArray<readonly [type: RegExp, deed: string]> = [
  [/reopened$/, 'decided as before'],
  [/^photo-deleted$/, 'shown again'],
  [/^photo-reviewed$|^change-reviewed$/, 'to be looked at again'],
  [/^reports-/, 'open again'],
  [/edit-approved$/, 'waits again, and the values before it are back'],
  [/-edited$|^photo-featured$/, 'as it was before'],
  [/-deleted$/, 'back'],
];

/** Words for the subject's state after an event of this type is undone. */
export const reversedActionText = (type: string): string =>
  reversed.find(([of]) => of.test(type))?.[1] ?? 'waits again';

/** For example 'edit proposed by Ada: category, best time'; in a location's history also 'city deleted by Ada'. */
export function historyText(kind: 'city' | 'location', entry: HistoryEntry): string {
  const deed = entry.type.replace(/^(city|location)-/, '').replace(/\.v\d+$/, '');
  const words = actionText(deed) ?? deed.replaceAll('-', ' ');
  const fields = Object.keys(entry.changes ?? {}).map((field) => fieldLabel(field).toLowerCase());
  const changed = fields.length > 0 ? `: ${fields.join(', ')}` : '';
  const of = kind === 'location' && entry.type.startsWith('city-') ? 'city ' : '';
  return `${of}${words} by ${entry.actor.name}${changed}`;
}
