import * as z from 'zod/mini';

import { withoutStrange } from '../shared/characters.ts';
import type { PhotoDetails } from './events.ts';
import { optionalText, wholeNumber } from '../shared/fields.ts';
import { limits } from '../shared/limits.ts';
import { fieldTexts } from '../shared/texts.ts';

/** Says what a photo shows. It is displayed below the photo, and screen readers read it. */
export const caption = optionalText('Caption', { most: limits.caption });

/** The name of a device. A camera writes it, not a person, so invisible characters are removed, not refused. */
const device = (label: string) =>
  z.pipe(
    z
      .string({ error: fieldTexts.notText(label) })
      .check(z.maxLength(limits.deviceName, fieldTexts.tooLong(label, limits.deviceName))),
    z.transform((value: string) => (withoutStrange(value) === '' ? null : withoutStrange(value))),
  );

/** A number above 0, rounded to two decimals. */
function measure(label: string, most: number) {
  const error = fieldTexts.measure(label, most);
  return z.pipe(
    z.number({ error }).check(z.gte(0.01, { error }), z.lte(most, { error })),
    z.transform((value: number) => Math.round(value * 100) / 100),
  );
}

const matching = (pattern: RegExp, error: string) =>
  z.string({ error }).check(z.regex(pattern, { error, abort: true }));

/** A day of the calendar and a time of day, in no time zone. */
const localTime = matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/, fieldTexts.localTime).check(
  z.refine(isTime, { error: fieldTexts.localTime }),
);

function isTime(value: string): boolean {
  const time = new Date(`${value}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value);
}

/**
 * The details of a photo, each with a schema that refuses impossible values. The limits are beyond any camera's:
 * telescopes of 10 m, pinholes of f/1000, a day of exposure.
 */
export const photoDetails = {
  takenAt: localTime,
  camera: device('Camera'),
  lens: device('Lens'),
  focalLength: measure('Focal length', 10_000),
  aperture: measure('Aperture', 1000),
  exposure: matching(/^(1\/[1-9]\d{0,5}|(0\.[1-9]|[1-9]\d{0,4}(\.[1-9])?))$/, fieldTexts.exposure),
  iso: wholeNumber('ISO', 1, 10_000_000),
} as const satisfies { readonly [N in keyof PhotoDetails]: z.ZodMiniType<PhotoDetails[N]> };

const optional = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));

/** The details that an uploader's browser read from a file before it reduced the file. */
export const SentDetails = z.object({
  takenAt: optional(photoDetails.takenAt),
  camera: optional(photoDetails.camera),
  lens: optional(photoDetails.lens),
  focalLength: optional(photoDetails.focalLength),
  aperture: optional(photoDetails.aperture),
  exposure: optional(photoDetails.exposure),
  iso: optional(photoDetails.iso),
});
export type SentDetails = z.infer<typeof SentDetails>;

export const noDetails: PhotoDetails = {
  takenAt: null,
  camera: null,
  lens: null,
  focalLength: null,
  aperture: null,
  exposure: null,
  iso: null,
};

/** Takes each detail from the first source that has it. */
export function detailsFrom(
  ...sources: ReadonlyArray<Partial<PhotoDetails> | SentDetails | null | undefined>
): PhotoDetails {
  const known = sources.map((source) =>
    Object.entries(source ?? {}).filter(([, value]) => value !== null && value !== undefined),
  );
  return { ...noDetails, ...Object.fromEntries(known.toReversed().flat()) };
}
