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

import type { QueuedItem } from './entries.ts';
import type { Entities } from './entities.ts';

/** One line that says what the item is. */
export function summaryOf({ kind, entry }: QueuedItem, entities: Entities): string {
  // The casts: each collection holds entries of its kind.
  switch (kind) {
    case 'city':
      return (entry as QueueCity).country;
    case 'location':
      return ofLocation(entry as QueueLocation);
    case 'edit':
      return ofFields((entry as QueueEdit).proposed, entities);
    case 'photo':
      return (entry as QueuePhoto).caption ?? '';
    case 'change':
      return ofChange(entry as QueueChange, entities);
    case 'report':
      return ofReport(entry as QueueReport);
  }
}

const ofLocation = ({ category, address }: QueueLocation): string =>
  [categoryLabels[category as Category], address].filter(Boolean).join(' · ');

const labels: Readonly<Record<string, { readonly label: string }>> = { ...cityFields, ...locationFields };

/** The first changed field with its new value, and how many more fields change. */
function ofFields(proposed: Proposed, entities: Entities): string {
  const [first, ...others] = Object.entries(proposed);
  if (first === undefined) return '';
  const [field, value] = first;
  const text = field === 'cityId' ? (entities.city(value)?.name ?? 'another city') : (value ?? 'nothing');
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `${labels[field]?.label ?? field}: ${text}${more}`;
}

function ofChange(change: QueueChange, entities: Entities): string {
  switch (change.what) {
    case 'edited':
    case 'edit':
      return ofFields(change.proposed, entities);
    case 'featured':
      return 'Another photo was chosen';
    case 'submitted': {
      const location = entities.location(change.locationId);
      return location === undefined ? (entities.city(change.cityId)?.country ?? '') : ofLocation(location);
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
