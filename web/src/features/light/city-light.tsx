import { useGetCityLightQuery } from './light-api.ts';
import { clockOf, dayLengthText, goldenText } from './light-words.ts';
import { useNow } from '../../lib/use-now.ts';
import { useIsToday } from './use-is-today.ts';

/** Today's light in a city, in one line. */
export function CityLight({ id }: { readonly id: string }) {
  const { data: light, refetch } = useGetCityLightQuery({ id });
  const now = useNow();
  const isToday = useIsToday(light, now, refetch);
  if (light === undefined) return null;
  const { sunrise, sunset, dayLength } = light;
  const sun =
    sunrise !== null && sunset !== null
      ? `Sunrise ${clockOf(sunrise)}, sunset ${clockOf(sunset)}`
      : dayLengthText(dayLength);
  const golden = isToday ? goldenText(light, now) : null;
  return <p data-light="city">{golden === null ? sun : `${golden} · ${sun}`}</p>;
}
