import type { Document } from '#platform/read-store/port';

/**
 * Makes a collection's `isShown`. `isPublic`: whether everybody may see the document. `unseen`: fields that not
 * everybody may know of, such as counts of pending edits. The revision is always one of them. A change of only these
 * fields is not shown.
 */
export const shownWhere =
  <D extends Document>(isPublic: (document: D) => boolean, unseen: readonly (keyof D & string)[] = []) =>
  (before: D | undefined, after: D): boolean => {
    if (before === undefined) return isPublic(after);
    return (isPublic(before) || isPublic(after)) && !isSameBut(['revision', ...unseen], before, after);
  };

function isSameBut(unseen: readonly string[], one: Document, other: Document): boolean {
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
  for (const field of unseen) fields.delete(field);
  return [...fields].every((field) => isSame(Reflect.get(one, field), Reflect.get(other, field)));
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
