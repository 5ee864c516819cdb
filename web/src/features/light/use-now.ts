import { useEffect, useState } from 'react';

const often = 20_000;

/** The time, in milliseconds since 1970, anew every 20 seconds. Only for what the server does not render. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), often);
    return () => clearInterval(timer);
  }, []);
  return now;
}
