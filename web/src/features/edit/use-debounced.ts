import { useEffect, useState } from 'react';

/** Milliseconds without a keystroke after which what was typed is looked up. */
const pauseBefore = 300;

/** The value, once it has not changed for a moment. */
export function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseBefore);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
