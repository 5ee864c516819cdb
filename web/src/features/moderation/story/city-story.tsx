import { useGetCityQuery } from '../../city/api.ts';
import { Fact, Facts } from './facts.tsx';
import { StoryPicture } from './place-picture.tsx';
import { StoryLoading } from './story-loading.tsx';

export function CityStory({ id }: { readonly id: string }) {
  const { data: city, isError } = useGetCityQuery(id);
  if (city === undefined) return <StoryLoading failed={isError} />;
  return (
    <>
      <StoryPicture src={city.imageUrl} srcSet={city.imageSrcset} alt={`Picture of ${city.name}`} />
      <Facts>
        <Fact label="Country">{city.country}</Fact>
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
