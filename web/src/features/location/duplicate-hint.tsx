import { skipToken } from '@reduxjs/toolkit/query/react';

import { shortestDuplicate } from '#contracts/location/duplicates';
import { pathOf } from '#contracts/screens';
import { limits } from '#contracts/shared/limits';

import { readCoordinates } from '../../lib/coordinates.ts';
import { rounded, roughDecimals } from '../../lib/position.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { numberText } from '../../lib/words.ts';
import { useListLocationsQuery } from './api.ts';
import { useListNearQuery } from './map-api.ts';
import { repeatedIn, type Repeated } from './repeated.ts';

interface DuplicateHintProps {
  /** Shows either places with similar names, or places that are only close by. */
  readonly by: 'name' | 'point';
  readonly name: string;
  /** Empty for none. */
  readonly cityId: string;
  /** As typed. */
  readonly coordinates: string;
  /** The location being edited. */
  readonly exceptId: string | undefined;
}

/** Names public places that may be the same as the one in the form. */
export function DuplicateHint({ by, ...form }: DuplicateHintProps) {
  const found = useRepeated(form).filter((each) => (each.by === 'point') === (by === 'point'));
  return (
    <div role="status" aria-live="polite" className="empty:-mt-4">
      {found[0] && (
        <div className="rounded-md bg-pending-ground px-3.5 py-2.5 text-sm text-pending wrap-anywhere">
          <p>{introductionTo(found[0])}</p>
          <ul className="my-1">
            {found.map(({ place, distance }) => (
              <li key={place.id}>
                <a
                  href={pathOf('location', place.id)}
                  target="_blank"
                  rel="noreferrer"
                  className="inline-block py-1 font-semibold underline underline-offset-2"
                >
                  {place.name}
                </a>
                {distance !== null && ` (${numberText(distance)} m away)`}
              </li>
            ))}
          </ul>
          <p>If yours is the same, add your photos there.</p>
        </div>
      )}
    </div>
  );
}

function introductionTo({ by, place: { cityName, name } }: Repeated): string {
  if (by === 'same name') return `${cityName} already has a place called “${name}”.`;
  return by === 'name' ? `Similar names in ${cityName}:` : 'Close to this point:';
}

/** The number of a city's latest places to compare with; the moderators' queue uses the same number. */
const comparedMost = 200;
/** Kilometres around the rounded position: the rounding error plus the distance that counts as close by. */
const within = 1;

/**
 * The public places that may be duplicates of the one in a form. Positions leave the browser rounded; distances are
 * computed here.
 */
function useRepeated(form: Omit<DuplicateHintProps, 'by'>): Repeated[] {
  const { cityId, exceptId } = form;
  const name = useDebounced(form.name.trim().slice(0, limits.search));
  const coordinates = readCoordinates(useDebounced(form.coordinates)) ?? null;
  const isNamed = name.length >= shortestDuplicate && cityId !== '';
  const latest = useListLocationsQuery(
    isNamed ? { city: cityId, limit: comparedMost } : skipToken,
  ).currentData;
  const isMore = isNamed && typeof latest?.next === 'string';
  const called = useListLocationsQuery(
    isMore ? { city: cityId, search: name, limit: 5 } : skipToken,
  ).currentData;
  const near = useListNearQuery(
    coordinates === null
      ? skipToken
      : { near: rounded(coordinates, roughDecimals), within, limit: comparedMost },
  ).currentData;
  const others = [latest, called, near].flatMap((page) => page?.items ?? []);
  return repeatedIn(
    { name, cityId, coordinates },
    others.filter(({ id }) => id !== exceptId),
  );
}
