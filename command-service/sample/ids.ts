import { nameBasedId } from '#platform/commands/name-based-id';

import { sampleCities, type SampleCity } from '#sample/places/all';

import { entityIdOf } from '../shared/commands.ts';

const namespace = '0d9f3c1e-7a43-4f0c-8f57-2f6f6a6d3b90';

/** The id of one of the sample's commands: always the same for the same name, so that loading can be repeated. */
export const sampleCommandId = (name: string): string => nameBasedId(name, namespace);

export const cityCommandId = ({ slug }: Pick<SampleCity, 'slug'>): string => sampleCommandId(`city ${slug}`);

/** The ids of the sample's cities. They follow from the data, so they are the same in every installation. */
export const sampleCityIds: readonly string[] = sampleCities.map((city) => entityIdOf(cityCommandId(city)));
