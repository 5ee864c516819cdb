import { categoryLabels, type Category } from '#contracts/location/words';
import { cityFields } from '#contracts/city/fields';
import { groupBy } from '#platform/queries/group-by';
import { contentText } from '#contracts/shared/coordinates';
import { locationFields } from '#contracts/location/fields';
import type {
  Proposed,
  QueueChange,
  QueueCity,
  QueueEdit,
  QueueLocation,
  QueuePhoto,
  QueueReport,
} from '#contracts/moderation/read-models-queue';

import type { QueuedItem } from './entries.ts';

/** The texts that summaries are made of. */
export interface Texts {
  location(id: string | null): Pick<QueueLocation, 'category' | 'address'> | undefined;
  city(id: string | null): Pick<QueueCity, 'name' | 'country'> | undefined;
  /** The caption of the item's photo, if a newer one than in the queue is known. */
  readonly caption?: string | null;
}

/** One line that says what the item is. */
export function summaryOf({ kind, entry }: QueuedItem, texts: Texts): string {
  // The casts: each collection holds entries of its kind.
  switch (kind) {
    case 'city':
      return texts.city(entry.id)?.country ?? '';
    case 'location':
      return ofLocation(texts.location(entry.id));
    case 'edit':
      return ofFields((entry as QueueEdit).proposed, texts);
    case 'photo':
      return ('caption' in texts ? texts.caption : (entry as QueuePhoto).caption) ?? '';
    case 'change':
      return ofChange(entry as QueueChange, texts);
    case 'report':
      return ofReport(entry as QueueReport);
  }
}

const ofLocation = (location: ReturnType<Texts['location']>): string =>
  location === undefined
    ? ''
    : [categoryLabels[location.category as Category], location.address].filter(Boolean).join(' · ');

const labels: Readonly<Record<string, { readonly label: string }>> = { ...cityFields, ...locationFields };

/** The first changed field with its new value, and how many more fields change. */
function ofFields(proposed: Proposed, texts: Texts): string {
  const [first, ...others] = Object.entries(proposed);
  if (first === undefined) return '';
  const [field, content] = first;
  const value = contentText(content);
  const text = field === 'cityId' ? (texts.city(value)?.name ?? 'another city') : (value ?? 'nothing');
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `${labels[field]?.label ?? field}: ${text}${more}`;
}

function ofChange(change: QueueChange, texts: Texts): string {
  switch (change.what) {
    case 'edited':
    case 'edit':
      return ofFields(change.proposed, texts);
    case 'featured':
      return 'Another photo was chosen';
    case 'submitted':
      return change.locationId === null
        ? (texts.city(change.cityId)?.country ?? '')
        : ofLocation(texts.location(change.locationId));
  }
}

const reasonTexts: Readonly<Record<string, string>> = {
  gone: 'Gone',
  wrong: 'Wrong',
  duplicate: 'Duplicate',
  inappropriate: 'Inappropriate',
  copyright: 'Copyright',
  other: 'Other',
};

const ofReport = ({ open }: QueueReport): string =>
  [...groupBy(Object.values(open), (reason) => reasonTexts[reason] ?? reason)]
    .map(([text, { length }]) => `${text}${length > 1 ? ` (${length})` : ''}`)
    .join(', ');
