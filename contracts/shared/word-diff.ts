export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Two texts of at most `mostWords` words are compared word by word; longer texts are shown one after the other. */
const mostWords = 600;

type IsSame = (one: string | undefined, other: string | undefined) => boolean;

const wordsIn = (text: string): readonly string[] => text.split(/(?<=\s)/u);
const isSameButForSpace: IsSame = (one, other) => one?.trimEnd() === other?.trimEnd();

/** What to remove from `before` and add to get `after`, in reading order. */
export function diffWords(before: string, after: string): readonly DiffPart[] {
  const from = wordsIn(before);
  const to = wordsIn(after);
  if (from.length > mostWords || to.length > mostWords)
    return merge([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]);
  return merge(walk(from, to, isSameButForSpace));
}

/** The part of a text between two offsets, and its replacement. */
export interface WordHunk {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The replacements that turn `before` into `after`, in reading order; undefined for very long texts. */
export function wordHunks(before: string, after: string): readonly WordHunk[] | undefined {
  const from = wordsIn(before);
  const to = wordsIn(after);
  if (from.length > mostWords || to.length > mostWords) return undefined;
  const hunks: WordHunk[] = [];
  let at = 0;
  let hunk: WordHunk | undefined;
  for (const { kind, text } of walk(from, to, (one, other) => one === other)) {
    if (kind === 'same') {
      if (hunk !== undefined) hunks.push(hunk);
      hunk = undefined;
      at += text.length;
      continue;
    }
    hunk ??= { from: at, to: at, text: '' };
    if (kind === 'removed') at += text.length;
    hunk = kind === 'removed' ? { ...hunk, to: at } : { ...hunk, text: hunk.text + text };
  }
  return hunk === undefined ? hunks : [...hunks, hunk];
}

/** `lengths[i][j]`: the length of the longest common subsequence of `from` after i and `to` after j. */
function commonLengths(
  from: readonly string[],
  to: readonly string[],
  isSame: IsSame,
): readonly Uint16Array[] {
  const lengths = Array.from({ length: from.length + 1 }, () => new Uint16Array(to.length + 1));
  for (let i = from.length - 1; i >= 0; i--) {
    const row = lengths[i] ?? new Uint16Array();
    const below = lengths[i + 1] ?? new Uint16Array();
    for (let j = to.length - 1; j >= 0; j--)
      row[j] = isSame(from[i], to[j]) ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
  }
  return lengths;
}

function walk(from: readonly string[], to: readonly string[], isSame: IsSame): readonly DiffPart[] {
  const lengths = commonLengths(from, to, isSame);
  const parts: DiffPart[] = [];
  let i = 0;
  let j = 0;
  while (i < from.length || j < to.length) {
    const old = from[i];
    const new_ = to[j];
    if (old !== undefined && new_ !== undefined && isSame(old, new_)) {
      parts.push({ kind: 'same', text: new_ });
      i += 1;
      j += 1;
    } else if (old !== undefined && (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)) {
      parts.push({ kind: 'removed', text: old });
      i += 1;
    } else if (new_ !== undefined) {
      parts.push({ kind: 'added', text: new_ });
      j += 1;
    }
  }
  return parts;
}

function merge(parts: readonly DiffPart[]): readonly DiffPart[] {
  const merged: DiffPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (last?.kind === part.kind) merged[merged.length - 1] = { ...last, text: last.text + part.text };
    else if (part.text !== '') merged.push(part);
  }
  return merged;
}
