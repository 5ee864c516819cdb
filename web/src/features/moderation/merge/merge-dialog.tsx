import { useState, type ReactNode } from 'react';

import { locationFields, type LocationFields } from '#contracts/location/fields';
import type { Location } from '#contracts/location/views';
import { isSameValue } from '#contracts/shared/changes';
import { distanceBetween } from '#contracts/shared/coordinates';
import { namesOf } from '#contracts/shared/entity-fields';
import { limits } from '#contracts/shared/limits';

import { distanceText } from '../../../lib/distance.ts';
import { late } from '../../../lib/late.ts';
import { isNotFound, reportFailure } from '../../../lib/session-calls.ts';
import { toast } from '../../../lib/toast.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { counted, nouns, timeText } from '../../../lib/words.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { Dialog, type Openable } from '../../../ui/dialog.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { ShowMap } from '../../../ui/map/show-map.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { useGetLocationQuery, useListLocationsQuery } from '../../location/api.ts';
import { Diff, fieldLabel, Value } from '../../location/values.tsx';
import { useGetPersonQuery, useMergeLocationMutation } from '../desk/desk-api.ts';
import { DetailLoading, Fact, Facts } from '../desk/parts.tsx';
import { undoShown, useDecisions } from '../review/decisions.ts';
import { useNow } from '../../../lib/use-now.ts';

const PlacesMap = late(async () => (await import('./places-map.tsx')).PlacesMap);

export interface MergeDialogProps extends Openable {
  /** The place that is merged. */
  readonly id: string;
  readonly name: string;
  /** The place that stays; if left out, the moderator searches for it in the same city. */
  readonly into?: string | undefined;
}

type FieldName = keyof LocationFields;
/** The fields that a merge can change; the city is not one of them, because both places have the same. */
const fields = namesOf(locationFields).filter((field) => field !== 'cityId');

/** Shows a place beside the one that it repeats, and merges it into that one with the values the moderator chooses. */
export function MergeDialog({ id, name, into, open, onOpenChange, focusFallback }: MergeDialogProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [isDone, setIsDone] = useState(false);
  const { data: gone, isError } = useGetLocationQuery(id, { skip: !open });
  const other = into ?? chosen;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Merge ${name}`}
      description="The other place then shows all that this one has, and whoever opens this one is led there."
      size="large"
      openerLeaves={isDone}
      {...(focusFallback && { focusFallback })}
    >
      {gone === undefined ? (
        <DetailLoading failed={isError} />
      ) : other === null ? (
        <Search gone={gone} onChoose={setChosen} />
      ) : (
        <Comparison
          key={other}
          gone={gone}
          otherId={other}
          onCancel={() => onOpenChange(false)}
          onDone={() => {
            setIsDone(true);
            onOpenChange(false);
          }}
        />
      )}
    </Dialog>
  );
}

/** The most places that a search offers. */
const offered = 8;

function Search({ gone, onChoose }: { readonly gone: Location; readonly onChoose: (id: string) => void }) {
  const [typed, setTyped] = useState(gone.name);
  const search = useDebounced(typed.trim());
  const { data } = useListLocationsQuery({ search, city: gone.cityId, limit: offered + 1 });
  const found = (data?.items ?? []).filter(({ id }) => id !== gone.id).slice(0, offered);
  return (
    <>
      <Field label={`Merge into, in ${gone.cityName}`} required>
        {({ id }) => (
          <TextInput
            id={id}
            type="search"
            data-autofocus
            value={typed}
            maxLength={limits.search}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <p role="status" className="mt-4 text-sm text-soft">
        {data === undefined
          ? 'Looking…'
          : found.length > 0
            ? counted(found.length, nouns.location)
            : `No other place in ${gone.cityName} matches. Try another name.`}
      </p>
      <ul className="mt-2 flex flex-col gap-2">
        {found.map((place) => (
          <li key={place.id}>
            <Button className="w-full justify-start! text-left" onClick={() => onChoose(place.id)}>
              {place.name}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface ComparisonProps {
  readonly gone: Location;
  readonly otherId: string;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

function Comparison({ gone, otherId, onCancel, onDone }: ComparisonProps) {
  const { data: stays, isError } = useGetLocationQuery(otherId);
  const [taken, setTaken] = useState<ReadonlySet<FieldName>>(new Set());
  const [photos, setPhotos] = useState(true);
  const [merge, { isLoading }] = useMergeLocationMutation();
  const { merged } = useDecisions();
  if (stays === undefined) return isError ? <DetailLoading failed /> : <Skeleton className="h-80" />;
  const different = fields.filter((field) => !isSameValue(gone[field], stays[field]));
  const choose = (field: FieldName, takes: boolean) => {
    const next = new Set(taken);
    if (takes) next.add(field);
    else next.delete(field);
    setTaken(next);
  };
  const submit = async () => {
    const { data, error } = await merge({ id: gone.id, into: stays.id, fields: [...taken], photos });
    if (data === undefined) return reportFailure(error, `Failed to merge ${gone.name}`);
    onDone();
    toast({
      title: `${gone.name} was merged into ${stays.name}`,
      action: { label: 'Undo', onAction: merged(data.batchId, gone.name) },
      duration: undoShown,
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="grid gap-x-4 gap-y-6 sm:grid-cols-2">
        <Side heading="Is merged" place={gone} />
        <Side heading="Stays" place={stays} />
      </div>
      <Distance gone={gone} stays={stays} />
      {different.map((field) => (
        <Choice
          key={field}
          field={field}
          gone={gone}
          stays={stays}
          takes={taken.has(field)}
          onChoose={(takes) => choose(field, takes)}
        />
      ))}
      {different.length === 0 && <p className="mt-5 text-md">All their words are the same.</p>}
      {gone.photoCount > 0 && (
        <CheckBox
          className="mt-6"
          label={`Its ${counted(gone.photoCount, nouns.photo)} show with ${stays.name}`}
          checked={photos}
          onChange={(event) => setPhotos(event.target.checked)}
        />
      )}
      <div className="mt-7 flex flex-wrap justify-end gap-3">
        <Button type="button" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={isLoading}>
          Merge
        </Button>
      </div>
    </form>
  );
}

function Side({ heading, place }: { readonly heading: string; readonly place: Location }) {
  const now = useNow();
  const { primaryPhoto, name, createdAt, photoCount, ratingCount, favoriteCount } = place;
  const sender = useSenderName(place.submittedBy);
  return (
    <section aria-label={`${heading}: ${name}`}>
      <p className="text-sm font-semibold text-soft">{heading}</p>
      <h3 className="mb-3 text-lg wrap-anywhere">{name}</h3>
      <div className="mb-3 aspect-3/2 overflow-hidden rounded-md bg-sunk">
        {primaryPhoto === null ? (
          <p className="grid size-full place-items-center text-md text-soft">No photos yet</p>
        ) : (
          <Picture
            src={primaryPhoto.url}
            srcSet={primaryPhoto.srcset}
            placeholder={primaryPhoto.placeholder}
            sizes="(min-width: 640px) 440px, 90vw"
            alt={`Photo of ${name}`}
          />
        )}
      </div>
      <Facts>
        <Fact label="From">{[sender, timeText(createdAt, now)].filter(Boolean).join(', ')}</Fact>
        <Fact label="Has">
          {[
            counted(photoCount, nouns.photo),
            counted(ratingCount, { one: 'rating', many: 'ratings' }),
            counted(favoriteCount, { one: 'heart', many: 'hearts' }),
          ].join(', ')}
        </Fact>
        <Fact label={fieldLabel('coordinates')}>
          <Value field="coordinates" value={place.coordinates} />
        </Fact>
      </Facts>
    </section>
  );
}

/** The sender's name, as the queue shows it; null while it is unknown. */
function useSenderName(userId: string | null): string | null {
  const { data, error } = useGetPersonQuery(userId ?? '', { skip: userId === null });
  return userId === null || isNotFound(error) ? 'someone whose account is gone' : (data?.name ?? null);
}

function Distance({ gone, stays }: { readonly gone: Location; readonly stays: Location }) {
  const [from, to] = [gone.coordinates, stays.coordinates];
  if (from === null || to === null) return null;
  return (
    <>
      <p className="mt-4 text-md font-semibold">{distanceText(distanceBetween(from, to))} apart</p>
      <ShowMap className="mt-2" size="small">
        <PlacesMap gone={{ ...gone, coordinates: from }} stays={{ ...stays, coordinates: to }} />
      </ShowMap>
    </>
  );
}

interface ChoiceProps {
  readonly field: FieldName;
  readonly gone: Location;
  readonly stays: Location;
  readonly takes: boolean;
  readonly onChoose: (takes: boolean) => void;
}

/** A field in which the places differ: the difference word by word, and a choice of the value that stays. */
function Choice({ field, gone, stays, takes, onChoose }: ChoiceProps) {
  const option = (label: string, value: boolean, children: ReactNode) => (
    <CheckBox
      isRadio
      name={field}
      label={label}
      description={children}
      checked={takes === value}
      onChange={() => onChoose(value)}
    />
  );
  return (
    <fieldset className="mt-5 border-t border-line pt-4">
      <legend className="float-left mb-2 w-full font-semibold">{fieldLabel(field)}</legend>
      <div className="clear-both grid gap-4 sm:grid-cols-2">
        {option('Take this', true, <Diff field={field} from={stays[field]} to={gone[field]} />)}
        {option('Keep', false, <Value field={field} value={stays[field]} />)}
      </div>
    </fieldset>
  );
}
