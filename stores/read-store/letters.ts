/** The distinct sequences of three letters in a text; a letter is a code point. */
export function trigramsOf(text: string): string[] {
  const letters = [...text];
  const found = new Set<string>();
  for (let at = 0; at + 3 <= letters.length; at += 1) found.add(letters.slice(at, at + 3).join(''));
  return [...found];
}
