import { cityFields } from '#contracts/city/fields';
import { namesOf } from '#contracts/shared/entity-fields';

import { useGetCityQuery } from '../../city/api.ts';
import { fieldLabel, Value } from '../../location/values.tsx';
import { Fact, Facts } from '../desk/facts.tsx';
import { StoryLoading } from '../desk/story-loading.tsx';
import { StoryPicture } from './place-picture.tsx';

/** Shown elsewhere: the name in the row and the story's title, the picture and its address at the top. */
const shownApart: ReadonlySet<string> = new Set(['name', 'imageUrl']);

export function CityStory({ id }: { readonly id: string }) {
  const { data: city, isError } = useGetCityQuery(id);
  if (city === undefined) return <StoryLoading failed={isError} />;
  return (
    <>
      <StoryPicture src={city.imageUrl} srcSet={city.imageSrcset} alt={`Picture of ${city.name}`} />
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
