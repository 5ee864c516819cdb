import clsx from 'clsx';
import { useParams, useSearchParams, Link, useNavigate } from 'react-router-dom';
import { ArrowLeft, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';

import type { City } from '#contracts/city/views';
import { searchedIn } from '#contracts/location/search-address';
import { cityLocations, pageIn } from '#contracts/page-sizes';
import { homeParts, pathOf } from '#contracts/screens';

import { late } from '../../lib/late.ts';
import type { Thunk } from '../../lib/session-calls.ts';
import { useRights } from '../../lib/session.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { counted, nouns, titleOf } from '../../lib/words.ts';
import { OwnStatusBadge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { Hydrated } from '../../ui/hydrated.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Fetched } from '../../ui/state.tsx';
import { ScreenMessage } from '../../ui/screen-message.tsx';
import { useOwn } from '../../features/account/own-contribution.tsx';
import { useOwnWaitingInQuery } from '../../features/account/submissions-api.ts';
import { useGetCityQuery } from '../../features/city/api.ts';
import { ReportButton } from '../../features/report/report-button.tsx';
import { LocationGrid } from '../parts/location-grid.tsx';
import { filterNames } from '../search/place-filters.tsx';
import { CityLocations } from './city-locations.tsx';

const CityLight = late(() => import('../../features/light/city-light.tsx').then((m) => m.CityLight));
const downloadPlaces =
  (city: City): Thunk =>
  async (dispatch) => {
    const { downloadCity } = await import('../../features/list/gpx.ts');
    await dispatch(downloadCity(city));
  };
const AddLocationDialog = deferred(() =>
  import('../parts/add-location-dialog.tsx').then((m) => m.AddLocationDialog),
);
const EditCityDialog = deferred(() =>
  import('../../features/city/edit-city-dialog.tsx').then((m) => m.EditCityDialog),
);
const DeleteCityDialog = deferred(() =>
  import('../../features/city/delete-city-dialog.tsx').then((m) => m.DeleteCityDialog),
);

interface CityViewProps {
  readonly id: string;
  /** Whether the dialog of one of its locations is open over it; the page's title is then the location's name. */
  readonly isBehind?: boolean;
}

export function CityPage() {
  const { id = '' } = useParams();
  return <CityView key={id} id={id} />;
}

/** A city: its banner and its locations. */
export function CityView({ id, isBehind = false }: CityViewProps) {
  return (
    <Fetched
      response={useGetCityQuery(id)}
      outline={<CitySkeleton />}
      missing={
        <ScreenMessage
          title="City not found"
          text="It may have been removed, or the address may be incomplete."
          action={
            <Link to={homeParts.cities} className={buttonClass({ variant: 'primary' })}>
              <ArrowLeft size={17} aria-hidden /> Back to all cities
            </Link>
          }
        />
      }
      failure="The city could not be loaded"
    >
      {(city) => <Known city={city} isBehind={isBehind} />}
    </Fetched>
  );
}

/** On a phone a location's dialog covers these parts, so that their pictures need not load. */
const covered = 'max-sm:hidden';

type Task = 'add' | 'edit' | 'delete' | null;

interface KnownProps {
  readonly city: City;
  readonly isBehind: boolean;
}

function Known({ city, isBehind }: KnownProps) {
  const { isAdmin } = useRights();
  const own = useOwn(city);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [task, setTask] = useState<Task>(null);
  const [isOnMap, setOnMap] = useState(false);
  const during = (which: Task) => ({
    open: task === which,
    onOpenChange: (open: boolean) => setTask(open ? which : null),
  });
  return (
    <>
      {!isBehind && <title>{titleFor(city, params)}</title>}
      <Banner city={city} isBehind={isBehind} />
      <div className={clsx('page section', isBehind && covered)}>
        <div className="mb-5 flex flex-wrap items-center gap-3">
          <h2 className="mr-auto text-3xl">Locations</h2>
          {/* On a phone, below the heading and the main actions. */}
          <div className="flex flex-wrap gap-3 empty:hidden max-sm:order-1 max-sm:w-full">
            {((isAdmin && city.status !== 'withdrawn') || own !== null) && (
              <Button onClick={() => setTask('edit')}>
                <Pencil size={16} aria-hidden /> {own === 'declined' ? 'Fix and send again' : 'Edit'}
              </Button>
            )}
            {isAdmin && (
              <Button variant="danger" onClick={() => setTask('delete')}>
                <Trash2 size={16} aria-hidden /> Delete
              </Button>
            )}
            {city.locationCount > 0 && (
              <Button onClick={() => void dispatch(downloadPlaces(city))}>GPX</Button>
            )}
            {city.status === 'approved' && city.locationCount > 0 && (
              <Button aria-expanded={isOnMap} onClick={() => setOnMap(!isOnMap)} className="print:hidden">
                {isOnMap ? 'Hide map' : 'Show map'}
              </Button>
            )}
          </div>
          <Button variant="primary" onClick={() => setTask('add')}>
            <Plus size={17} aria-hidden /> Add Location
          </Button>
        </div>
        <CityLocations city={city} isOnMap={isOnMap} isBehind={isBehind} onAdd={() => setTask('add')} />
        <ReportButton entityType="city" entityId={city.id} name={city.name} className="mt-8 -ml-2" />
      </div>
      <AddLocationDialog cityId={city.id} {...during('add')} />
      <EditCityDialog city={city} {...during('edit')} />
      <DeleteCityDialog
        city={city}
        {...during('delete')}
        onDone={() => void navigate(pathOf('home'), { replace: true })}
      />
    </>
  );
}

/** Each filter, order and page of the list has its own title. */
function titleFor({ name, country }: City, params: URLSearchParams): string {
  const searched = searchedIn(params);
  const page = pageIn(params, cityLocations) ?? 1;
  return titleOf(
    [
      name,
      country,
      ...filterNames(searched),
      ...(searched.sort ? ['best rated first'] : []),
      ...(page === 1 ? [] : [`page ${page}`]),
    ].join(', '),
  );
}

function Banner({ city, isBehind }: KnownProps) {
  return (
    <div className="relative isolate flex min-h-[max(18rem,min(52dvh,440px))] items-end overflow-hidden bg-night print:min-h-0 print:bg-transparent">
      <div className="absolute inset-0 -z-1 print:hidden">
        <Picture
          src={city.imageUrl}
          srcSet={city.imageSrcset}
          sizes="100vw"
          alt=""
          width={1600}
          height={800}
          eager={!isBehind}
          className={clsx('bg-night!', isBehind && covered)}
        />
        <div className="absolute inset-0 bg-linear-to-t from-black/80 via-black/30 via-55% to-black/5" />
      </div>
      <div className="page pt-6 pb-8 text-white sm:pb-10 print:py-0 print:text-ink">
        <Link
          to={homeParts.cities}
          className="mb-4 inline-flex items-center gap-1.5 rounded-full print:hidden bg-black/35 py-1.5 pr-3.5 pl-2.5 text-sm font-medium backdrop-blur-sm transition-colors duration-150 hover:bg-black/55"
        >
          <ArrowLeft size={15} aria-hidden /> All cities
        </Link>
        <h1 className="text-hero">{city.name}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-3 text-lg wrap-anywhere">
          <span>
            <bdi>{city.country}</bdi> ·{' '}
            {city.status === 'pending' ? (
              <WaitingIn id={city.id} />
            ) : (
              counted(city.locationCount, nouns.location)
            )}
          </span>
          {city.status !== 'approved' && <OwnStatusBadge status={city.status} />}
        </p>
        {city.timeZone !== null && city.status === 'approved' && (
          <div className="min-h-6">
            {!isBehind && (
              <Hydrated>
                <CityLight id={city.id} />
              </Hydrated>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

/** The message for a pending city: it has no public locations; its author's own locations wait with it. */
function WaitingIn({ id }: { readonly id: string }) {
  const { data } = useOwnWaitingInQuery(id);
  if (data === undefined) return null;
  const count = counted(data.length, nouns.location);
  return data.length === 0 ? count : `${count}, waiting with it`;
}

const places = 6;

/** The placeholder of a city's page while it loads. */
function CitySkeleton() {
  return (
    <>
      <h1 className="sr-only">Loading the city...</h1>
      <Skeleton className="h-[max(18rem,min(52dvh,440px))] w-full rounded-none!" />
      <div className="page section">
        <LocationGrid locations={undefined} skeletons={places} empty={null} />
      </div>
    </>
  );
}
