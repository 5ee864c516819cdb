import clsx from 'clsx';
import { Search as SearchIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { brand } from '#contracts/initial';
import { lightParams } from '#contracts/location/search-address';
import { categoryPlurals, homeCategories } from '#contracts/location/words';

import { Chip } from '../../ui/chip.tsx';
import { showInRow } from '../../ui/scrolling.ts';
import { LightPicker } from '../search/light-picker.tsx';
import { SearchField } from '../search/search-field.tsx';
import type { Search } from '../search/use-search.ts';

/**
 * The picture at the top, for the visitor's current hour, with the search on it. During a search it shrinks to a slim
 * bar that stays at the top.
 */
export function Hero({ search }: { readonly search: Search }) {
  const { active } = search;
  const row = useRef<HTMLDivElement>(null);
  useEffect(
    () => showInRow(row.current, '[aria-label=Category] [aria-pressed=true]'),
    [active, search.category],
  );
  useEffect(() => showInRow(row.current, '[aria-label=Light] [aria-pressed=true]'), [active, search.light]);
  const ground = active ? 'paper' : 'picture';
  const find = (text: string) => {
    search.change({ q: text });
    toTop();
  };
  const choose = (category: string) => {
    search.change({ category: search.category === category ? null : category });
    toTop();
  };
  return (
    <section
      aria-label={active ? 'Search' : undefined}
      data-search-bar={active || undefined}
      className={
        active
          ? 'sticky top-(--top) z-20 border-b border-line bg-paper/95 backdrop-blur-md print:hidden'
          : 'relative z-1 flex min-h-[min(680px,86dvh)] items-end bg-night print:hidden'
      }
    >
      {!active && <Ground />}
      <div
        className={clsx(
          'page',
          active
            ? 'flex flex-wrap items-center gap-x-4 gap-y-2 py-2'
            : 'pt-24 pb-10 text-white sm:pb-12 low:pt-6',
        )}
      >
        <h1
          className={active ? 'sr-only' : 'max-w-[7.4em] text-hero [text-shadow:0_1px_24px_rgb(0_0_0/0.35)]'}
        >
          {brand.tagline}
        </h1>
        <p
          className={active ? 'hidden' : 'mt-4 max-w-[34rem] text-lg [text-shadow:0_1px_12px_rgb(0_0_0/0.5)]'}
        >
          Photogenic places, city by city, from people who stood there with a camera, and the hour they waited
          for.
        </p>
        <SearchField
          in="page"
          value={search.text}
          onSearch={find}
          placeholder="Search cities or locations..."
          className={clsx(
            'flex rounded-lg bg-raised',
            active
              ? 'min-w-0 flex-1 basis-56 border border-outline focus-within:outline-2 focus-within:outline-accent'
              : 'mt-7 max-w-[600px] gap-1.5 p-1.5 shadow-floating focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-white',
          )}
          inputClassName={clsx(
            'min-w-0 flex-1 rounded-md bg-transparent px-3.5 text-base text-ellipsis text-ink outline-none placeholder:text-soft',
            active ? 'min-h-10' : 'min-h-12',
          )}
        >
          <button
            type="submit"
            aria-label="Search"
            className={clsx(
              'inline-flex items-center gap-2 rounded-md px-4 font-semibold transition-colors duration-150',
              active
                ? 'min-h-10 text-soft hover:text-ink'
                : 'min-h-12 bg-accent text-on-accent hover:bg-accent-strong focus-visible:outline-ink',
            )}
          >
            <SearchIcon size={18} aria-hidden />
            <span className={clsx('max-sm:hidden', active && 'hidden')}>Search</span>
          </button>
        </SearchField>
        <div
          ref={row}
          className={
            active
              ? 'scroll-fade relative -m-1 flex max-w-[calc(100%+8px)] items-center gap-x-5 overflow-x-auto p-1 [scrollbar-width:none]'
              : undefined
          }
        >
          <div
            role="group"
            aria-label="Category"
            className={clsx('flex gap-2', active ? '' : 'mt-4 flex-wrap')}
          >
            {homeCategories.map((category) => (
              <Chip
                key={category}
                on={ground}
                pressed={search.category === category}
                onClick={() => choose(category)}
              >
                {categoryPlurals[category]}
              </Chip>
            ))}
          </div>
          <div className={active ? undefined : 'mt-4'}>
            <LightPicker
              on={ground}
              compact={active}
              value={search.light}
              onChange={(light) => {
                search.change(lightParams(light));
                toTop();
              }}
            />
          </div>
        </div>
      </div>
    </section>
  );
}

function Ground() {
  return (
    <>
      <div className="light-of-hour absolute inset-0 -z-2 bg-position-[68%_100%] max-sm:bg-position-[64%_100%]" />
      <div className="absolute inset-0 -z-1 bg-linear-to-b from-black/15 via-black/56 via-28% to-black/25 sm:bg-linear-to-r sm:from-black/60 sm:via-black/28 sm:via-50% sm:to-transparent sm:to-75%" />
      <div className="absolute inset-x-0 bottom-0 -z-1 h-3/4 bg-linear-to-t from-black/55 to-transparent" />
    </>
  );
}

/** The results begin below the bar. */
function toTop(): void {
  requestAnimationFrame(() => window.scrollTo({ top: 0 }));
}
