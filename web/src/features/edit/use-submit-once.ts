import { useRef } from 'react';

/**
 * Sends once at a time, and never again after a success, because the form is about to close. `send` resolves to
 * whether it succeeded.
 */
export function useSubmitOnce<A extends readonly unknown[]>(
  send: (...values: A) => Promise<boolean>,
): (...values: A) => Promise<void> {
  const isTaken = useRef(false);
  return async (...values) => {
    if (isTaken.current) return;
    isTaken.current = true;
    try {
      isTaken.current = await send(...values);
    } catch (error) {
      isTaken.current = false;
      throw error;
    }
  };
}
