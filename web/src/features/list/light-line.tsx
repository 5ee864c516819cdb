import { useGetLocationLightQuery } from '../light/light-api.ts';
import { clockOf, periodText } from '../light/light-words.ts';

interface LightLineProps {
  /** The place's id. */
  readonly id: string;
  /** YYYY-MM-DD; today at the place where it is null. */
  readonly date: string | null;
}

/** The light of a day at a place, in one line. Nothing where it is not known where the place is. */
export function LightLine({ id, date }: LightLineProps) {
  const { data: light } = useGetLocationLightQuery({ id, ...(date !== null && { date }) });
  if (light === undefined) return null;
  const golden = periodText(light.goldenEvening);
  const parts = [
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
