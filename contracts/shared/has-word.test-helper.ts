const isLetter = (letter = '') => /[\p{L}\p{N}]/u.test(letter);
const isSpaceless = (letter = '') =>
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u.test(letter);

/** Whether a folded text contains the word of a search, compared letter by letter. */
export function hasWord(text: string, word: string): boolean {
  const letters = [...text];
  const wanted = [...word];
  return letters.some((letter, at) => {
    const before = letters[at - 1];
    const isFirst = before === undefined || before.trim() === '';
    const continues = isLetter(before) && !isSpaceless(before) && !isSpaceless(letter);
    const begins = letter.trim() !== '' && (isFirst || (isLetter(letter) && !continues));
    const mayBegin = wanted.length >= 3 || begins;
    return mayBegin && wanted.every((each, index) => letters[at + index] === each);
  });
}
