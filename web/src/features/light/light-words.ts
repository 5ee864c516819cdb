import type { Light } from '#contracts/light/views';

type Period = Light['goldenMorning'];

/** '20:31': the local time at the place, from the time's own offset. */
export const clockOf = (time: string): string => time.slice(11, 16);

/** '19:12 to 20:31'; null if it neither begins nor ends that day. */
export function periodText({ from, to }: Period): string | null {
  if (from !== null && to !== null) return `${clockOf(from)} to ${clockOf(to)}`;
  if (from !== null) return `from ${clockOf(from)}`;
  return to === null ? null : `until ${clockOf(to)}`;
}

const winds = [
  'N',
  'NNE',
  'NE',
  'ENE',
  'E',
  'ESE',
  'SE',
  'SSE',
  'S',
  'SSW',
  'SW',
  'WSW',
  'W',
  'WNW',
  'NW',
  'NNW',
];

/** 'ESE' for degrees clockwise from north. */
export const windOf = (azimuth: number): string => winds[Math.round(azimuth / 22.5) % 16] ?? 'N';

/** The sun's direction at a time of the day, interpolated between the two steps around it; degrees from north. */
export function azimuthAt({ sun }: Pick<Light, 'sun'>, time: string): number | null {
  const at = Date.parse(time);
  const after = sun.findIndex((step) => Date.parse(step.at) >= at);
  const [one, other] = [sun[after - 1], sun[after]];
  if (one === undefined || other === undefined) return null;
  const share = (at - Date.parse(one.at)) / (Date.parse(other.at) - Date.parse(one.at));
  const turn = ((other.azimuth - one.azimuth + 540) % 360) - 180;
  return (one.azimuth + turn * share + 360) % 360;
}

/** '07:28, from the ESE (116°)'. */
export function edgeText(light: Light, time: string | null, word: 'from' | 'in'): string | null {
  if (time === null) return null;
  const azimuth = azimuthAt(light, time);
  if (azimuth === null) return clockOf(time);
  return `${clockOf(time)}, ${word} the ${windOf(azimuth)} (${Math.round(azimuth)}°)`;
}

/** '2 h 14 min' for more than 0 milliseconds, rounded up. */
export function spanText(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** When the day of a light begins and ends there, in milliseconds since 1970. */
export function dayOf({ sun }: Light): readonly [begins: number, ends: number] {
  const begins = Date.parse(sun[0]?.at ?? '');
  return [begins, begins + sun.length * 600_000];
}

/** Whether a time, in milliseconds since 1970, is in the day of a light. */
export function isDuring(light: Light, time: number): boolean {
  const [begins, ends] = dayOf(light);
  return time >= begins && time < ends;
}

/** Whether the light is golden for a part of the day. */
const hasGolden = ({ goldenMorning, goldenEvening }: Light): boolean =>
  [goldenMorning, goldenEvening].some(({ from, to }) => from !== null || to !== null);

/** The next golden light of a day: 'Golden light in 2 h 14 min, until 20:31'; null after the last one. */
export function goldenText(light: Light, now: number): string | null {
  // Near the poles the sun can circle just above the horizon.
  if (
    !hasGolden(light) &&
    light.sun.length > 0 &&
    light.sun.every(({ altitude }) => kindOf(altitude) === 'golden')
  )
    return 'Golden light all day';
  const [begins, ends] = dayOf(light);
  for (const { from, to } of [light.goldenMorning, light.goldenEvening]) {
    if (from === null && to === null) continue;
    const [start, end] = [from === null ? begins : Date.parse(from), to === null ? ends : Date.parse(to)];
    if (now >= end) continue;
    const until = to === null ? '' : `, until ${clockOf(to)}`;
    return now >= start ? `Golden light now${until}` : `Golden light in ${spanText(start - now)}${until}`;
  }
  return null;
}

/** The text once there is no next golden light. */
export const noGoldenText = (light: Light): string =>
  hasGolden(light) ? 'No more golden light today' : 'No golden light today';

const phases = [
  'New moon',
  'Waxing crescent',
  'First quarter',
  'Waxing gibbous',
  'Full moon',
  'Waning gibbous',
  'Last quarter',
  'Waning crescent',
];

/** 'Full moon, 99% lit, rises 16:40, sets 07:12'. */
export function moonText({ rise, set, illumination, phase }: Light['moon']): string {
  const name = phases[Math.round(phase * 8) % 8] ?? 'Moon';
  const lit = `${Math.round(illumination * 100)}% lit`;
  const edges = [rise && `rises ${clockOf(rise)}`, set && `sets ${clockOf(set)}`].filter(Boolean);
  return [name, lit, ...edges].join(', ');
}

/** '9 h 50 min', or the word for a day without night or without sun. */
export function dayLengthText(seconds: number): string {
  if (seconds === 0) return 'The sun does not rise';
  return seconds === 86_400 ? 'The sun does not set' : spanText(seconds * 1000);
}

export type Kind = 'night' | 'blue' | 'golden' | 'day';

/** The light at an altitude of the sun, in degrees. */
export function kindOf(altitude: number): Kind {
  if (altitude < -6) return 'night';
  if (altitude < -4) return 'blue';
  return altitude < 6 ? 'golden' : 'day';
}
