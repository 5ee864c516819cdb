import { useRef } from 'react';

/**
 * Sends one thing at a time, and nothing more once it has arrived: the form that it comes from is about to close.
 * `send` tells whether it has.
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
