import { useSearchParams } from 'react-router-dom';

/**
 * The parameters of the page's address, and a function that sets one of them: an empty value removes it. The page keeps
 * its scroll position, and Back leads to the previous page.
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
