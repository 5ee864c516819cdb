import * as z from 'zod/mini';

const photo = { photoId: z.string(), locationId: z.string() };

/** The bytes are in the photo store under their SHA-256 (hex); the event never holds them. */
export const PhotoAdded = z.object({
  type: z.literal('photo-added.v1'),
  data: z.object({
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
    /** Widths of the renditions, in pixels, rising. */
    renditions: z.array(z.number()),
  }),
});
export const PhotoDeleted = z.object({ type: z.literal('photo-deleted.v1'), data: z.object(photo) });
/** `undoes`: the id of the deletion (of the photo, its location or its city). */
export const PhotoRestored = z.object({
  type: z.literal('photo-restored.v1'),
  data: z.object({ ...photo, undoes: z.string() }),
});

export const PhotoEvent = z.discriminatedUnion('type', [PhotoAdded, PhotoDeleted, PhotoRestored]);
export type PhotoEvent = z.infer<typeof PhotoEvent>;
