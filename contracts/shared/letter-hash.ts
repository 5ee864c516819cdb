const factors = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];

/**
 * A hash of `count` letters (UTF-16 units, at most four) of a text, starting at `at`: 32 bits, as a signed number. A
 * caller that needs fewer bits takes the upper ones (`>>>`), which are mixed best.
 */
export function letterHash(text: string, at: number, count: number): number {
  let mixed = 0;
  for (let letter = 0; letter < count; letter += 1)
    mixed = Math.imul(mixed + text.charCodeAt(at + letter), factors[letter] ?? 1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
}
