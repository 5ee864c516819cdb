/** The address of a picture that somebody uploaded for a city: named by the SHA-256 (hex) of the file. */
const address = /^\/pictures\/([0-9a-f]{64})\/\d+\.webp$/;

/** Which uploaded picture an image's address names; null for one of the sample, or from elsewhere. */
export const uploadedPictureOf = (imageUrl: string): string | null => address.exec(imageUrl)?.[1] ?? null;
