import { useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

import { firstLimits } from '#contracts/first-limits';
import { categories, type Category } from '#contracts/vocabulary';

import { isLightChoice, type LightChoice } from '../search/light.ts';

export const ratingSteps = [3, 4, 4.5] as const;

export interface Search {
  readonly text: string;
  readonly category: Category | undefined;
  readonly minRating: number | undefined;
  /** A part of the day, or the one that it is for the visitor. */
  readonly light: LightChoice | undefined;
  /** Anything narrows what is shown. */
  readonly active: boolean;
  readonly change: (changes: Partial<Record<'q' | 'category' | 'rating' | 'light', string | null>>) => void;
}

/** What is searched for: it lives in the address, so that it can be shared and gone back to. */
export function useSearch(): Search {
  const [params, setParams] = useSearchParams();
  // Two changes may come before the first is in the address: the second builds on it.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  return useMemo(() => {
    const text = (params.get('q') ?? '').trim().slice(0, firstLimits.search);
    const category = categories.find((known) => known === params.get('category'));
    const minRating = ratingSteps.find((step) => String(step) === params.get('rating'));
    const wanted = params.get('light');
    const light = isLightChoice(wanted) ? wanted : undefined;
    return {
      text,
      category,
      minRating,
      light,
      active: text !== '' || category !== undefined || minRating !== undefined || light !== undefined,
      change: (changes) => {
        const next = new URLSearchParams(latest.current);
        for (const [name, value] of Object.entries(changes))
          if (value === null || value === '') next.delete(name);
          else next.set(name, value);
        latest.current = next;
        setParams(next, { preventScrollReset: true });
      },
    };
  }, [params, setParams]);
}
