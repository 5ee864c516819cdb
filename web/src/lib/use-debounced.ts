import { useEffect, useState } from 'react';

/** Milliseconds without a keystroke before a typed value is used. */
const pauseBefore = 300;

/** The value, once it has stopped changing for a moment. */
export function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseBefore);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
