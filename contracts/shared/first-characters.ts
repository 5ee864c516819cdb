/** The first characters of a text, at most `most` of them. `slice` alone could cut one in half, such as an emoji. */
export const firstCharacters = (text: string, most: number): string => [...text].slice(0, most).join('');
