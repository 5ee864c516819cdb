import { Printer } from 'lucide-react';
import { useParams } from 'react-router-dom';

import type { PlaceList } from '#contracts/list/views';

import { titleOf } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { EmptyState, Fetched } from '../../ui/state.tsx';
import { ScreenMessage } from '../../ui/screen-message.tsx';
import { GpxButton } from '../../features/list/gpx-button.tsx';
import { useGetListQuery } from '../../features/list/list-api.ts';
import { LookAtPlaces } from '../parts/look-at-places.tsx';
import { dateText } from '../../lib/date-text.ts';
import { ListPlaces } from './list-places.tsx';

/** A shared list of places, for everybody who has its address. */
export function SharedListPage() {
  const { id = '' } = useParams();
  return (
    <Fetched
      response={useGetListQuery(id)}
      outline={
        <div className="page py-10 sm:py-12">
          <h1 className="sr-only">Loading the list...</h1>
          <Skeleton className="h-96" />
        </div>
      }
      missing={
        <ScreenMessage
          title="List not found"
          text="It may not be shared any more, or the address may be incomplete."
          action={<LookAtPlaces />}
        />
      }
      failure="The list could not be loaded"
    >
      {(list) => <Shared list={list} />}
    </Fetched>
  );
}

function Shared({ list }: { readonly list: PlaceList }) {
  const { name, note, date, places } = list;
  return (
    <div className="page py-10 sm:py-12">
      <title>{titleOf(name)}</title>
      <h1 dir="auto" className="text-4xl">
        {name}
      </h1>
      {date !== null && <p className="mt-2 text-soft">{dateText(date)}</p>}
      {note !== null && (
        <p dir="auto" className="mt-4 max-w-2xl whitespace-pre-line wrap-anywhere">
          {note}
        </p>
      )}
      <div className="my-7 flex flex-wrap gap-3 print:hidden">
        <GpxButton title={name} places={places} />
        <Button onClick={() => window.print()}>
          <Printer size={16} aria-hidden /> Print
        </Button>
      </div>
      <h2 className="sr-only">Places</h2>
      {places.length === 0 ? (
        <EmptyState title="No places on it yet" />
      ) : (
        <ListPlaces places={places} date={date} />
      )}
    </div>
  );
}
