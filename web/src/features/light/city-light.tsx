import { useGetCityLightQuery } from './light-api.ts';
import { clockOf, dayLengthText, goldenText } from './light-words.ts';
import { useNow } from './use-now.ts';

/** Today's light in a city, in one line. */
export function CityLight({ id }: { readonly id: string }) {
  const { data: light } = useGetCityLightQuery({ id });
  const now = useNow();
  if (light === undefined) return null;
  const { sunrise, sunset, dayLength } = light;
  const sun =
    sunrise !== null && sunset !== null
      ? `Sunrise ${clockOf(sunrise)}, sunset ${clockOf(sunset)}`
      : dayLengthText(dayLength);
  const golden = goldenText(light, now);
  return <p data-light="city">{golden === null ? sun : `${golden} · ${sun}`}</p>;
}
