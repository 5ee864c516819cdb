import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, type Resolver, type UseFormReturn } from 'react-hook-form';

import { CreateLocation } from '#contracts/commands/location';
import type { Location } from '#contracts/views/location';

/** What the form's controls hold: nothing is an empty text there. */
export interface LocationValues {
  name: string;
  description: string;
  cityId: string;
  category: string;
  address: string;
  bestTimeToVisit: string;
}

export const locationFields = [
  'name',
  'description',
  'cityId',
  'category',
  'address',
  'bestTimeToVisit',
] as const satisfies ReadonlyArray<keyof LocationValues & keyof CreateLocation>;

export const emptyLocation = (cityId: string): LocationValues => ({
  name: '',
  description: '',
  cityId,
  category: '',
  address: '',
  bestTimeToVisit: '',
});

export const valuesOf = (location: Location): LocationValues => ({
  name: location.name,
  description: location.description,
  cityId: location.cityId,
  category: location.category,
  address: location.address ?? '',
  bestTimeToVisit: location.bestTimeToVisit ?? '',
});

export type LocationForm = UseFormReturn<LocationValues, unknown, CreateLocation>;

// The schema takes more than the controls can hold (null, another spelling), so its resolver fits them too.
const resolver = zodResolver(CreateLocation) as unknown as Resolver<LocationValues, unknown, CreateLocation>;

export const useLocationForm = (defaultValues: LocationValues): LocationForm =>
  useForm<LocationValues, unknown, CreateLocation>({ resolver, defaultValues });
