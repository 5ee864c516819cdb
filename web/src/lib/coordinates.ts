import * as z from 'zod/mini';

import { coordinates, type Coordinates } from '#contracts/shared/coordinates';

const number = String.raw`[-+]?\d{1,3}(?:\.\d+)?`;
const separator = String.raw`(?:,|%2C|~)(?:\s|\+|%20)*`;
/**
 * A pair in a map's link: Google's pin, OpenStreetMap's marker, a parameter of many maps, a part of the path, the view
 * of OpenStreetMap and others, Google's view, and `geo:`.
 */
const inLinks = [
  `!3d(${number})!4d(${number})`,
  `[?&]mlat=(${number})&mlon=(${number})`,
  `[?&](?:q|query|ll|coordinate|center|destination|daddr|pin|map|cp)=(?:loc:)?(${number})${separator}(${number})`,
  `/(${number})${separator}(${number})(?=[/?#]|$)`,
  `#(?:map=)?[\\d.]+/(${number})/(${number})`,
  `@(${number}),(${number})`,
  `^geo:(${number}),(${number})`,
].map((pattern) => new RegExp(pattern, 'i'));
const point = new RegExp(String.raw`^\(?(${number})°?\s*[,;\s]\s*(${number})°?\)?$`);
const comma = /^\(?([-+]?\d{1,3},\d+)°?\s*(?:[;\s]|,\s)\s*([-+]?\d{1,3}(?:,\d+)?)°?\)?$/;

const part = String.raw`(\d{1,3}(?:[.,]\d+)?)`;
const angle = String.raw`${part}\s*°?\s*(?:${part}\s*['′’]\s*(?:${part}\s*(?:["″”]|'')\s*)?)?`;
/** Degrees, perhaps with minutes and seconds, each with the letter of its direction before or after it. */
const compass = new RegExp(String.raw`^([NS])?\s*${angle}([NS])?\s*[,;]?\s*([EW])?\s*${angle}([EW])?$`, 'i');

/**
 * Reads a pair of degrees, latitude first, or a map's link. Degrees may have a decimal comma, or minutes and seconds and
 * a direction. Undefined for any other text, and for points beyond the poles or the date line.
 */
export function readCoordinates(text: string): Coordinates | undefined {
  const typed = text.trim().replaceAll(/\s+/g, ' ');
  const isLink = /^(?:https?|geo):/i.test(typed);
  const patterns = isLink ? inLinks : [comma, point];
  for (const pattern of patterns) {
    const [, latitude, longitude] = pattern.exec(typed) ?? [];
    if (latitude === undefined || longitude === undefined) continue;
    return pointAt(numberOf(latitude), numberOf(longitude));
  }
  const [, north, ...rest] = compass.exec(typed) ?? [];
  const [degrees, minutes, seconds, northAfter, east, ...others] = rest;
  const [otherDegrees, otherMinutes, otherSeconds, eastAfter] = others;
  return pointAt(
    directed([degrees, minutes, seconds], [north, northAfter]),
    directed([otherDegrees, otherMinutes, otherSeconds], [east, eastAfter]),
  );
}

const pointAt = (latitude: number, longitude: number): Coordinates | undefined =>
  coordinates.safeParse({ latitude, longitude }).data ?? undefined;

const numberOf = (value = '0'): number => Number(value.replace(',', '.'));

type Parts = readonly (string | undefined)[];

/** The degrees of an angle with its direction's letter on one side; NaN if that is not what these are. */
function directed([degrees, minutes, seconds]: Parts, letters: Parts): number {
  const [letter, ...more] = letters.filter((each) => each !== undefined);
  const [minute, second] = [numberOf(minutes), numberOf(seconds)];
  if (letter === undefined || more.length > 0 || minute >= 60 || second >= 60) return NaN;
  return (/[SW]/i.test(letter) ? -1 : 1) * (numberOf(degrees) + minute / 60 + second / 3600);
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
