/** What a question is answered with, before it becomes bytes. */
export interface Answer {
  /** JSON. */
  readonly body: unknown;
  /** The next page's cursor. */
  readonly next?: string | undefined;
  /** How many the whole list has. */
  readonly total?: string;
  /** What it was made of (see `tags`): when that changes, the answer is no longer kept. */
  readonly tags: readonly string[];
  /** Milliseconds since 1970; without it the answer stays right until what it was made of changes. */
  readonly freshUntil?: number;
}

/** Names for what an answer is made of: a whole collection of a read model, or one document of it. */
export const tags = {
  collection: (model: string, collection: string) => `${model}/${collection}`,
  document: (model: string, collection: string, id: string) => `${model}/${collection}/${id}`,
} as const;
export const allCities = tags.collection('places', 'cities');
export const allLocations = tags.collection('places', 'locations');
export const allPhotos = tags.collection('places', 'photos');
export const cityTag = (id: string) => tags.document('places', 'cities', id);
export const locationTag = (id: string) => tags.document('places', 'locations', id);
