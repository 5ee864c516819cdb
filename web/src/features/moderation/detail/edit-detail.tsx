import { useState, type KeyboardEvent } from 'react';

import { locationFields } from '#contracts/location/fields';
import type { DecisionItem } from '#contracts/moderation/commands';
import type { QueueDetail } from '#contracts/moderation/views';
import { namesOf } from '#contracts/shared/entity-fields';

import { pointOf } from '../../../lib/coordinates.ts';
import { Button } from '../../../ui/button.tsx';
import { useGetLocationQuery } from '../../location/api.ts';
import { useGetDetailQuery } from '../desk/desk-api.ts';
import { Note, DetailLoading } from '../desk/parts.tsx';
import { focusRow } from '../desk/row-element.ts';
import { keyOf } from '../desk/rows.ts';
import type { DetailProps } from './detail-parts.tsx';
import { EditField } from './edit-field.tsx';
import { PlacePhotos } from './place-picture.tsx';

const known: ReadonlySet<string> = new Set(namesOf(locationFields));
const isField = (name: string): name is NonNullable<DecisionItem['fields']>[number] => known.has(name);

/**
 * The old and new text of an edit, word by word. Single fields can be left out, and values corrected before approval.
 */
export function EditDetail({ item, review }: DetailProps) {
  const { data: detail, isError } = useGetDetailQuery({ kind: 'edit', id: item.id });
  const { data: location, isError: isUnplaced } = useGetLocationQuery(item.entityId);
  if (detail === undefined) return <DetailLoading failed={isError} />;
  return (
    <>
      {Object.keys(detail.conflicts).length > 0 && (
        <Note tone="no">The place has changed since this edit was made. Look at what it says now.</Note>
      )}
      <Fields detail={detail} item={item} review={review} />
      <div className="mt-4">
        {location ? <PlacePhotos location={location} /> : <DetailLoading failed={isUnplaced} />}
      </div>
    </>
  );
}

interface FieldsProps extends DetailProps {
  readonly detail: QueueDetail;
}

function Fields({ detail, item, review }: FieldsProps) {
  const changes = Object.entries(detail.changes ?? {});
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [corrected, setCorrected] = useState<ReadonlyMap<string, string>>(new Map());
  const taken = changes.map(([field]) => field).filter((field) => !left.has(field));
  const isPlain = left.size === 0 && corrected.size === 0;

  const take = () =>
    review.settle(item, {
      decision: 'approve',
      fields: taken.filter(isField),
      values: Object.fromEntries(
        [...corrected]
          .filter(([field]) => taken.includes(field))
          .map(([field, text]) => [field, toSend(field, text)]),
      ),
      ...(Object.keys(detail.conflicts).length > 0 && { force: true }),
    });
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isPlain && taken.length > 0) take();
    else if (event.key === 'Escape' && focusRow(keyOf(item))) event.nativeEvent.stopImmediatePropagation();
    else return;
    event.preventDefault();
  };
  return (
    // Not a control itself: it handles keys pressed in its fields.
    <div role="presentation" className="flex flex-col gap-3" onKeyDown={pressed}>
      {changes.map(([field, change]) => (
        <EditField
          key={field}
          field={field}
          {...change}
          now={detail.conflicts[field]}
          takes={!left.has(field)}
          onTake={(on) => setLeft(with_(left, field, !on))}
          corrected={corrected.get(field)}
          onCorrect={(value) => {
            const next = new Map(corrected);
            if (value === null) next.delete(field);
            else next.set(field, value);
            setCorrected(next);
          }}
        />
      ))}
      {!isPlain && (
        <Button variant="primary" size="small" disabled={taken.length === 0} onClick={take}>
          {taken.length === changes.length
            ? 'Take it as corrected'
            : `Take ${taken.length} of ${changes.length}`}
        </Button>
      )}
    </div>
  );
}

/** A corrected text as it is sent. The server refuses coordinates that cannot be read. */
const toSend = (field: string, text: string) => (field === 'coordinates' ? pointOf(text) : text);

function with_(before: ReadonlySet<string>, field: string, isIn: boolean): ReadonlySet<string> {
  const after = new Set(before);
  if (isIn) after.add(field);
  else after.delete(field);
  return after;
}
