/** A number for each key; what is 0 takes no memory. */
export function createCounter() {
  const counts = new Map<string, number>();
  const get = (key: string) => counts.get(key) ?? 0;
  return {
    get,
    add(key: string, more: number) {
      const count = get(key) + more;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
  };
}
