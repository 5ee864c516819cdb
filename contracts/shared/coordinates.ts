import * as z from 'zod/mini';

import { coordinatesText } from './coordinates-text.ts';
import { fieldTexts } from './texts.ts';

/** A point on the earth: degrees of WGS 84. */
export const Coordinates = z.object({ latitude: z.number(), longitude: z.number() });
export type Coordinates = z.infer<typeof Coordinates>;

const degrees = (label: string, most: number) => {
  const error = fieldTexts.degrees(label, most);
  return z.pipe(
    z.number({ error }).check(z.gte(-most, { error }), z.lte(most, { error })),
    z.transform(rounded),
  );
};

/** A tenth of a metre; further digits would be noise. */
const perDegree = 1e6;
// Adding 0 turns -0, which JSON does not keep, into 0.
const rounded = (value: number): number => Math.round(value * perDegree) / perDegree + 0;

/** What a person may send: a point, or null for none. Stored with at most 6 decimals. */
export const coordinates = z.nullable(
  z.object(
    { latitude: degrees('Latitude', 90), longitude: degrees('Longitude', 180) },
    { error: fieldTexts.coordinates },
  ),
);

/** What a field of a city or location may hold. */
export const FieldContent = z.union([z.nullable(z.string()), Coordinates]);
export type FieldContent = z.infer<typeof FieldContent>;

/** A field's content as one text; null for none. */
export const contentText = (content: FieldContent): string | null =>
  content === null || typeof content === 'string' ? content : coordinatesText(content);

/** Metres of a degree of latitude, on a sphere of the earth's mean radius. */
export const metresPerDegree = (6_371_008.8 * Math.PI) / 180;

/** The distance between two points in metres, on a sphere: right to half a percent. */
export function distanceBetween(one: Coordinates, other: Coordinates): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [from, to] = [radians(one.latitude), radians(other.latitude)];
  const across = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  const part = Math.sin((to - from) / 2) ** 2 + Math.cos(from) * Math.cos(to) * across;
  return 2 * Math.asin(Math.min(1, Math.sqrt(part))) * (180 / Math.PI) * metresPerDegree;
}
