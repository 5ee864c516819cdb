let number = 0;

/** A city as people send it, with a new name. */
export const cityInput = (changes: object = {}) => ({
  name: `City ${(number += 1)}`,
  country: 'Portugal',
  imageUrl: 'https://example.org/city.jpg',
  ...changes,
});

/** A location as people send it, with a new name. */
export const locationInput = (cityId: string, changes: object = {}) => ({
  name: `Location ${(number += 1)}`,
  description: 'A place with a view.',
  cityId,
  category: 'viewpoint',
  ...changes,
});
