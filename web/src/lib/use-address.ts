import { useSearchParams } from 'react-router-dom';

/**
 * The parameters of the page's address, and a function that sets one of them: an empty value leaves it out. The page stays
 * where it is, and Back leads to the page before.
 */
export function useAddress(): readonly [URLSearchParams, (name: string, value: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(params);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true, preventScrollReset: true });
  };
  return [params, set];
}
