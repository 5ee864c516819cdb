import * as z from 'zod/mini';

import { coordinates, type Coordinates } from '#contracts/shared/coordinates';

const number = String.raw`[-+]?\d{1,3}(?:\.\d+)?`;
/** A pair in a map's link: Google's pin or view, OpenStreetMap's marker or view, Apple's, and `geo:`. */
const inLinks = [
  `!3d(${number})!4d(${number})`,
  `[?&]mlat=(${number})&mlon=(${number})`,
  `[?&](?:q|query|ll|coordinate|center|destination)=(?:loc:)?(${number})(?:,|%2C)\\s*(${number})`,
  `#map=[\\d.]+/(${number})/(${number})`,
  `@(${number}),(${number})`,
  `^geo:(${number}),(${number})`,
].map((pattern) => new RegExp(pattern, 'i'));
const point = new RegExp(String.raw`^\(?(${number})°?\s*[,;\s]\s*(${number})°?\)?$`);
const comma = /^\(?([-+]?\d{1,3},\d+)°?\s*(?:[;\s]|,\s)\s*([-+]?\d{1,3}(?:,\d+)?)°?\)?$/;

/**
 * Reads a pair of degrees, latitude first, or a map's link. Degrees may have a decimal comma. Undefined for any other
 * text, and for points beyond the poles or the date line.
 */
export function readCoordinates(text: string): Coordinates | undefined {
  const typed = text.trim();
  const isLink = /^(?:https?|geo):/i.test(typed);
  const patterns = isLink ? inLinks : [comma, point];
  for (const pattern of patterns) {
    const [, latitude, longitude] = pattern.exec(typed) ?? [];
    if (latitude === undefined || longitude === undefined) continue;
    const degrees = (value: string) => Number(value.replace(',', '.'));
    const read = coordinates.safeParse({ latitude: degrees(latitude), longitude: degrees(longitude) });
    return read.data ?? undefined;
  }
  return undefined;
}

/** The schema for a form with coordinates in one text. An invalid text gets the schema's message. */
export const withCoordinatesText = <O>(schema: z.ZodMiniType<O>): z.ZodMiniType<O> =>
  z.pipe(
    z.transform((values: unknown): unknown => {
      const text = values instanceof Object && 'coordinates' in values ? values.coordinates : undefined;
      return typeof text === 'string' ? { ...Object(values), coordinates: pointOf(text) } : values;
    }),
    schema,
  );

/** The value that a coordinates field sends: a point, null if it is empty, or the text itself if it is invalid. */
export const pointOf = (text: string) => (text.trim() === '' ? null : (readCoordinates(text) ?? text));
