export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Two texts of at most `mostWords` words are compared word by word; longer texts are shown one after the other. */
const mostWords = 600;

/** What to remove from `before` and add to get `after`, in reading order. */
export function diffWords(before: string, after: string): readonly DiffPart[] {
  const from = before.split(/(?<=\s)/u);
  const to = after.split(/(?<=\s)/u);
  if (from.length > mostWords || to.length > mostWords)
    return merge([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]);
  return merge(walk(from, to, commonLengths(from, to)));
}

/** `lengths[i][j]`: the length of the longest common subsequence of `from` after i and `to` after j. */
function commonLengths(from: readonly string[], to: readonly string[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: from.length + 1 }, () => new Uint16Array(to.length + 1));
  for (let i = from.length - 1; i >= 0; i--) {
    const row = lengths[i] ?? new Uint16Array();
    const below = lengths[i + 1] ?? new Uint16Array();
    for (let j = to.length - 1; j >= 0; j--)
      row[j] =
        from[i]?.trimEnd() === to[j]?.trimEnd()
          ? (below[j + 1] ?? 0) + 1
          : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
  }
  return lengths;
}

function walk(
  from: readonly string[],
  to: readonly string[],
  lengths: readonly Uint16Array[],
): readonly DiffPart[] {
  const parts: DiffPart[] = [];
  let i = 0;
  let j = 0;
  while (i < from.length || j < to.length) {
    const old = from[i];
    const new_ = to[j];
    if (old !== undefined && new_ !== undefined && old.trimEnd() === new_.trimEnd()) {
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
