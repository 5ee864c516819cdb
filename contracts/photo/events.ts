import * as z from 'zod/mini';

import { event, undoes } from '../shared/event-metadata.ts';

const photo = { photoId: z.string(), locationId: z.string() };
const nullableText = z.nullable(z.string());

/** When and with what a photo was taken, if its file or its uploader says so. Never the place or a serial number. */
export const PhotoDetails = z.object({
  /** Local date and time without a zone, `YYYY-MM-DDTHH:MM:SS`. */
  takenAt: nullableText,
  camera: nullableText,
  lens: nullableText,
  /** Millimetres. */
  focalLength: z.nullable(z.number()),
  /** The f-number. */
  aperture: z.nullable(z.number()),
  /** Seconds, as `1/125` or `2`. */
  exposure: nullableText,
  iso: z.nullable(z.number()),
});
export type PhotoDetails = z.infer<typeof PhotoDetails>;

export const PhotoEvent = z.discriminatedUnion('type', [
  /** The bytes are in the photo store under their SHA-256 (hex); the event never holds them. */
  event('photo-added.v1', {
    ...photo,
    sha256: z.string(),
    fileName: z.string(),
    /** Bytes of the original. */
    fileSize: z.number(),
    /** As decoded, whatever the upload declared. */
    mimeType: z.string(),
    /** Pixels, upright. */
    width: z.number(),
    height: z.number(),
    /** A CSS background in the picture's own colours, shown while it loads. */
    placeholder: z.string(),
    /** Widths of the renditions, in pixels, ascending. */
    renditions: z.array(z.number()),
    /** 64 bits, hex, for finding pictures that look alike. Absent in events of earlier releases. */
    differenceHash: z.optional(z.string()),
    caption: z.optional(nullableText),
    /** Null if its uploader does not share them. */
    details: z.optional(z.nullable(PhotoDetails)),
    /** Whether it is reviewed before or after it appears. Absent if it needs no review. */
    review: z.optional(z.enum(['after', 'before'])),
  }),
  /** A moderator has accepted the photo. */
  event('photo-reviewed.v1', { ...photo, uploadedBy: z.string() }),
  event('photo-review-reopened.v1', photo),
  /** A key that is left out stays as it is. */
  event('photo-described.v1', {
    ...photo,
    caption: z.optional(nullableText),
    details: z.optional(z.nullable(PhotoDetails)),
  }),
  /**
   * The actor is its uploader, or a moderator, who may have given a reason. `forEver`: the bytes are deleted, and
   * nobody can restore the photo.
   */
  event('photo-deleted.v2', { ...photo, reason: nullableText, forEver: z.optional(z.literal(true)) }),
  event('photo-restored.v1', { ...photo, undoes }),
  /**
   * The hash of a photo that an earlier release added without one, computed later. Null if its picture cannot be read.
   */
  event('photo-hashed.v1', { ...photo, differenceHash: nullableText }),
]);
export type PhotoEvent = z.infer<typeof PhotoEvent>;
