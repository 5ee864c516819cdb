import { useGetLocationLightQuery } from '../../features/light/light-api.ts';
import { clockOf, dayLengthText, periodText } from '../../features/light/light-words.ts';

interface LightLineProps {
  /** The place's id. */
  readonly id: string;
  /** YYYY-MM-DD; null for today at the place. */
  readonly date: string | null;
}

/** The light on a day at a place, in one line. Renders nothing if the place has no coordinates. */
export function LightLine({ id, date }: LightLineProps) {
  const { data: light } = useGetLocationLightQuery({ id, ...(date !== null && { date }) });
  if (light === undefined) return null;
  const { dayLength } = light;
  const golden = periodText(light.goldenEvening);
  const parts = [
    (dayLength === 0 || dayLength === 86_400) && dayLengthText(dayLength),
    light.sunrise && `Sunrise ${clockOf(light.sunrise)}`,
    golden !== null && `golden hour ${golden}`,
    light.sunset && `sunset ${clockOf(light.sunset)}`,
  ].filter(Boolean);
  return (
    <p data-light="line" className="text-sm text-soft tabular-nums">
      {parts.join(' · ')}
    </p>
  );
}
