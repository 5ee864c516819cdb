import { cityFields } from '#contracts/city/fields';
import { namesOf } from '#contracts/shared/entity-fields';

import { useGetCityQuery } from '../../city/api.ts';
import { fieldLabel, Value } from '../../location/values.tsx';
import { Fact, Facts, DetailLoading } from '../desk/parts.tsx';
import { DetailPicture } from './place-picture.tsx';

/** Shown elsewhere: the name in the row and the detail's title, the picture and its address at the top. */
const shownApart: ReadonlySet<string> = new Set(['name', 'imageUrl']);

export function CityDetail({ id }: { readonly id: string }) {
  const { data: city, isError } = useGetCityQuery(id);
  if (city === undefined) return <DetailLoading failed={isError} />;
  return (
    <>
      <DetailPicture src={city.imageUrl} srcSet={city.imageSrcset} alt={`Picture of ${city.name}`} />
      <Facts>
        {namesOf(cityFields)
          .filter((name) => !shownApart.has(name))
          .map((name) => (
            <Fact key={name} label={fieldLabel(name)}>
              <Value field={name} value={city[name]} />
            </Fact>
          ))}
        <Fact label="Locations">{city.locationCount}</Fact>
        <Fact label="Image">
          <a
            href={city.imageUrl}
            target="_blank"
            rel="noreferrer"
            className="block truncate text-accent underline-offset-2 hover:underline"
          >
            {city.imageUrl}
          </a>
        </Fact>
      </Facts>
    </>
  );
}
