/** Remembers added texts. `mayHave` is wrongly true for about one in a hundred other texts, but never wrongly false. */
export interface SeenKeys {
  add(key: string): void;
  mayHave(key: string): boolean;
}

interface Part {
  readonly bits: Uint32Array;
  readonly most: number;
  count: number;
}

const bitsOfKey = 10;
const looks = 5;
/** The number of keys in the first part (a million take 1.25 MB). Each later part takes twice as many. */
const first = 1 << 16;
const largest = 1 << 26;

/** A Bloom filter that grows. */
export function createSeenKeys(): SeenKeys {
  const parts: Part[] = [partOf(first)];
  return {
    add(key) {
      let part = parts.at(-1);
      if (part === undefined || part.count >= part.most) {
        part = partOf(Math.min((part?.most ?? first) * 2, largest));
        parts.push(part);
      }
      part.count += 1;
      const [one, other] = hashesOf(key);
      const size = part.bits.length * 32;
      for (let look = 0; look < looks; look += 1) {
        const bit = placeOf(one, other, look, size);
        part.bits[bit >>> 5] = (part.bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
      }
    },
    mayHave(key) {
      const [one, other] = hashesOf(key);
      return parts.some(({ bits }) => {
        for (let look = 0; look < looks; look += 1) {
          const bit = placeOf(one, other, look, bits.length * 32);
          if (((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
        }
        return true;
      });
    },
  };
}

const partOf = (most: number): Part => ({
  bits: new Uint32Array(Math.ceil((most * bitsOfKey) / 32)),
  most,
  count: 0,
});

const placeOf = (one: number, other: number, look: number, size: number): number =>
  ((one + Math.imul(look, other)) >>> 0) % size;

/** Two hashes of the key that mix its characters differently. */
function hashesOf(key: string): readonly [number, number] {
  let one = 0x811c9dc5;
  let other = 0x9747b28c;
  for (let at = 0; at < key.length; at += 1) {
    const unit = key.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x5bd1e995) ^ (other >>> 13);
  }
  return [one >>> 0, (other | 1) >>> 0];
}
