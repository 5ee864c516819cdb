import { useId, useState } from 'react';

import type { LocationAt, MomentsCompared } from '#contracts/moderation/moments';
import type { HistoryEntry } from '#contracts/moderation/views';
import type { FieldContent } from '#contracts/shared/coordinates';

import { timeText } from '../../../lib/words.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { CheckBox } from '../../../ui/check-box.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { ChangeList } from '../../location/values.tsx';
import { useCompareMomentsQuery, useGetAtQuery, type ManagedKind } from './desk-api.ts';
import { historyText } from './event-words.ts';
import { Fact, Facts, FieldFacts } from './parts.tsx';

export interface AsItWasProps {
  readonly kind: ManagedKind;
  readonly id: string;
  /** Oldest first, at least one. */
  readonly entries: readonly HistoryEntry[];
  /** Milliseconds. */
  readonly now: number;
}

/** A city or location after one of its events, chosen by a slider, or the differences between two of its events. */
export function AsItWas({ kind, id, entries, now }: AsItWasProps) {
  // Undefined means the latest event, also when new events arrive.
  const [chosen, setChosen] = useState<string>();
  const [other, setOther] = useState<string | null>(null);
  const at = entries.find(({ position }) => position === chosen) ?? entries.at(-1);
  const compared = other === null ? null : (entries.find(({ position }) => position === other) ?? entries[0]);
  if (at === undefined) return null;
  return (
    <div className="mt-2 flex flex-col gap-3 text-sm">
      <Moment label="Event" kind={kind} entries={entries} at={at} now={now} onChange={setChosen} />
      <CheckBox
        label="Compare with another moment"
        checked={other !== null}
        onChange={({ target }) => setOther(target.checked ? (before(entries, at)?.position ?? null) : null)}
      />
      {compared ? (
        <>
          <Moment
            label="Compared with"
            kind={kind}
            entries={entries}
            at={compared}
            now={now}
            onChange={setOther}
          />
          <Compared kind={kind} id={id} from={compared.position} to={at.position} />
        </>
      ) : (
        <Shown kind={kind} id={id} position={at.position} />
      )}
    </div>
  );
}

const before = (entries: readonly HistoryEntry[], at: HistoryEntry): HistoryEntry | undefined =>
  entries[Math.max(0, entries.indexOf(at) - 1)];

interface MomentProps extends Omit<AsItWasProps, 'id'> {
  readonly label: string;
  readonly at: HistoryEntry;
  readonly onChange: (position: string) => void;
}

function Moment({ label, kind, entries, at, now, onChange }: MomentProps) {
  const id = useId();
  const seen = at.seen === null ? '' : `, decided on revision ${at.seen}`;
  // Events of photos and of a location's city have the revisions of other streams.
  const isOwn = at.type.startsWith(`${kind}-`) || at.type.startsWith('photo-featured.');
  const revision = isOwn ? `, revision ${at.revision}` : '';
  const text = `${timeText(at.time, now)}: ${historyText(kind, at)}${revision}${seen}`;
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={entries.length - 1}
        value={entries.indexOf(at)}
        aria-valuetext={text}
        className="mt-1 h-11 w-full accent-accent"
        onChange={({ target }) => {
          const position = entries[Number(target.value)]?.position;
          if (position !== undefined) onChange(position);
        }}
      />
      <p className="wrap-anywhere text-soft">{text}</p>
    </div>
  );
}

interface ShownProps {
  readonly kind: ManagedKind;
  readonly id: string;
  readonly position: string;
}

function Shown({ kind, id, position }: ShownProps) {
  const asked = useDebounced(position);
  const { data, isError } = useGetAtQuery({ kind, id, position: asked });
  if (isError) return <p className="text-soft">This moment could not be loaded.</p>;
  if (data === undefined) return <Skeleton className="h-24" />;
  return (
    <div aria-busy={asked !== position}>
      <Facts>
        <Fact label="Status">{data.status}</Fact>
        {data.reason !== null && <Fact label="Reason">{data.reason}</Fact>}
        <FieldFacts of={kind} view={data} />
        {'locationCount' in data && data.locationCount !== null && (
          <Fact label="Locations">{data.locationCount}</Fact>
        )}
        {'locationCount' in data && data.photoCount !== null && <Fact label="Photos">{data.photoCount}</Fact>}
      </Facts>
      <Photos photos={data.photos} label="Photos then" />
    </div>
  );
}

function Photos({ photos, label }: { readonly photos: LocationAt['photos']; readonly label: string }) {
  if (photos.length === 0) return null;
  return (
    <section aria-label={label} className="mt-3">
      <p className="text-soft">
        {label}: {photos.length}
      </p>
      <ul className="mt-1 grid grid-cols-5 gap-1.5">
        {photos.slice(0, mostPhotos).map((photo) => (
          <li key={photo.id} className="aspect-square overflow-hidden rounded-sm">
            <Picture
              src={photo.thumbnailUrl}
              placeholder={photo.placeholder}
              alt={photo.caption ?? photo.fileName}
              sizes="96px"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The most photos to show; a place may have a thousand. */
const mostPhotos = 50;

interface ComparedProps {
  readonly kind: ManagedKind;
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

function Compared({ kind, id, from, to }: ComparedProps) {
  const [earlier, later] = [useDebounced(from), useDebounced(to)];
  const { data, isError } = useCompareMomentsQuery({ kind, id, from: earlier, to: later });
  if (isError) return <p className="text-soft">These moments could not be compared.</p>;
  if (data === undefined) return <Skeleton className="h-12" />;
  const { photos, ...fields } = data;
  const changed = Object.entries(fields).map(
    ([field, { from, to }]) => [field, { from: textOf(from), to: textOf(to) }] as const,
  );
  return (
    <section aria-label="What differs" aria-busy={earlier !== from || later !== to}>
      {changed.length === 0 && photos === undefined && <p className="text-soft">Nothing differs.</p>}
      <ChangeList changes={Object.fromEntries(changed)} inline />
      {photos && <PhotosCompared photos={photos} />}
    </section>
  );
}

function PhotosCompared({ photos }: { readonly photos: MomentsCompared[string] }) {
  // The cast is safe: the server compares the photos of two views.
  const [from, to] = [photos.from, photos.to] as [LocationAt['photos'], LocationAt['photos']];
  const notIn = (others: LocationAt['photos']) => (photo: { readonly id: string }) =>
    others.every(({ id }) => id !== photo.id);
  return (
    <>
      <Photos photos={from.filter(notIn(to))} label="Photos that went" />
      <Photos photos={to.filter(notIn(from))} label="Photos that came" />
    </>
  );
}

const textOf = (value: unknown): FieldContent =>
  // The cast is safe: every value that is not a number is the content of a field.
  typeof value === 'number' ? String(value) : (value as FieldContent);
