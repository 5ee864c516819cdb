import type { Suggestions } from '#contracts/location/views';

/** One line of the list below a search field. */
export type Offer =
  | {
      readonly kind: 'recent' | 'meant' | 'all' | 'clear';
      readonly text: string;
      readonly label: string;
    }
  | { readonly kind: 'city'; readonly id: string; readonly label: string; readonly note: string }
  | {
      readonly kind: 'location';
      readonly id: string;
      readonly label: string;
      readonly note: string;
      readonly picture: string | null;
    };

/** Before anything is typed, the recent searches; after that the server's suggestions and the search itself. */
export function offersOf(
  typed: string,
  answer: Suggestions | undefined,
  recent: readonly string[],
): readonly Offer[] {
  if (typed === '') {
    if (recent.length === 0) return [];
    return [
      ...recent.map((text): Offer => ({ kind: 'recent', text, label: text })),
      { kind: 'clear', text: '', label: 'Clear recent searches' },
    ];
  }
  if (answer === undefined) return [];
  const { cities, locations, didYouMean } = answer;
  return [
    ...(didYouMean === null
      ? []
      : [{ kind: 'meant', text: didYouMean, label: `Did you mean “${didYouMean}”?` } as const]),
    ...cities.map(({ id, name, country }): Offer => ({ kind: 'city', id, label: name, note: country })),
    ...locations.map(({ id, name, cityName, thumbnailUrl }): Offer => ({
      kind: 'location',
      id,
      label: name,
      note: cityName,
      picture: thumbnailUrl,
    })),
    { kind: 'all', text: typed, label: `Search for “${typed}”` },
  ];
}
