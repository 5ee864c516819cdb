import { categoryLabels, type Category } from '#contracts/vocabulary';
import { cityFields } from '#contracts/city-fields';
import { locationFields } from '#contracts/location-fields';
import type {
  Proposed,
  QueueChange,
  QueueCity,
  QueueEdit,
  QueueLocation,
  QueuePhoto,
  QueueReport,
} from '#contracts/read-models-queue';

import type { Found } from './entries.ts';
import type { Things } from './things.ts';

/** One line that says what the item is. */
export function summaryOf({ kind, entry }: Found, things: Things): string {
  // The casts: each collection holds entries of its kind.
  switch (kind) {
    case 'city':
      return (entry as QueueCity).country;
    case 'location':
      return ofLocation(entry as QueueLocation);
    case 'edit':
      return ofFields((entry as QueueEdit).proposed, things);
    case 'photo':
      return (entry as QueuePhoto).caption ?? '';
    case 'change':
      return ofChange(entry as QueueChange, things);
    case 'report':
      return ofReport(entry as QueueReport);
  }
}

const ofLocation = ({ category, address }: QueueLocation): string =>
  [categoryLabels[category as Category], address].filter(Boolean).join(' · ');

const labels: Readonly<Record<string, { readonly label: string }>> = { ...cityFields, ...locationFields };

/** The first changed field with its new value, and how many more fields change. */
function ofFields(proposed: Proposed, things: Things): string {
  const [first, ...others] = Object.entries(proposed);
  if (first === undefined) return '';
  const [field, value] = first;
  const text = field === 'cityId' ? (things.city(value)?.name ?? 'another city') : (value ?? 'nothing');
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `${labels[field]?.label ?? field}: ${text}${more}`;
}

function ofChange(change: QueueChange, things: Things): string {
  switch (change.what) {
    case 'edited':
    case 'edit':
      return ofFields(change.proposed, things);
    case 'featured':
      return 'Another photo was chosen';
    case 'submitted': {
      const location = things.location(change.locationId);
      return location === undefined ? (things.city(change.cityId)?.country ?? '') : ofLocation(location);
    }
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
  Object.entries(open)
    .map(([reason, count]) => `${reasonTexts[reason] ?? reason}${count > 1 ? ` (${count})` : ''}`)
    .join(', ');
