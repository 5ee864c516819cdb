let number = 0;

/** A valid city with a new name. */
export const cityInput = (changes: object = {}) => ({
  name: `City ${(number += 1)}`,
  country: 'Portugal',
  imageUrl: 'https://example.org/city.jpg',
  ...changes,
});

/** A valid location with a new name. */
export const locationInput = (cityId: string, changes: object = {}) => ({
  name: `Location ${(number += 1)}`,
  description: 'A place with a view.',
  cityId,
  category: 'viewpoint',
  ...changes,
});
