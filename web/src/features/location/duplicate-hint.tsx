import { useWatch } from 'react-hook-form';

import { isDuplicateName, shortestDuplicate } from '#contracts/location/duplicates';
import { limits } from '#contracts/shared/limits';
import { pathOf } from '#contracts/screens';

import { useDebounced } from '../../lib/use-debounced.ts';
import { useListLocationsQuery } from './api.ts';
import type { LocationForm } from './location-values.ts';

interface DuplicateHintProps {
  readonly form: LocationForm;
  readonly exceptId?: string;
}

/** Warns before sending if the chosen city already has a place of this name. */
export function DuplicateHint({ form, exceptId }: DuplicateHintProps) {
  const [name, city] = useWatch({ control: form.control, name: ['name', 'cityId'] });
  const settledName = useDebounced(name.trim().slice(0, limits.search));
  const skip = settledName.length < shortestDuplicate || city === '';
  const { data } = useListLocationsQuery({ city, search: settledName, limit: 5 }, { skip });
  const twin = skip
    ? undefined
    : data?.items.find((place) => place.id !== exceptId && isDuplicateName(place.name, settledName));
  return (
    <div role="status" aria-live="polite" className="empty:-mt-4">
      {twin && (
        <p className="rounded-md bg-pending-ground px-3.5 py-2.5 text-sm text-pending wrap-anywhere">
          {twin.cityName} already has a place called “{twin.name}”.{' '}
          <a
            href={pathOf('location', twin.id)}
            target="_blank"
            rel="noreferrer"
            className="font-semibold underline underline-offset-2"
          >
            Look at it
          </a>
          . If yours is the same, add your photos there.
        </p>
      )}
    </div>
  );
}
