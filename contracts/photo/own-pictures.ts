/** The address of a picture that somebody uploaded for a city: named by the SHA-256 (hex) of the file. */
const address = /^\/pictures\/([0-9a-f]{64})\/\d+\.webp$/;

/** Whether a picture's address is on another site: every browser that shows it would ask that site for it. */
export const isForeignPicture = (imageUrl: string, publicOrigin: string): boolean =>
  !imageUrl.startsWith('/') && !imageUrl.startsWith(`${publicOrigin}/`);

/** The SHA-256 (hex) of the uploaded picture that an address names; null for a sample picture or another site's. */
export const uploadedPictureOf = (imageUrl: string): string | null => address.exec(imageUrl)?.[1] ?? null;
