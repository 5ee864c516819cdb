import { Search as SearchIcon } from 'lucide-react';
import { useEffect, useRef, type FormEvent } from 'react';

import { limits } from '#contracts/limits';
import { brand } from '#contracts/first-texts';
import { categoryChips } from '#contracts/vocabulary';

import { Chip } from '../../ui/chip.tsx';
import { scrollBehavior } from '../../ui/motion.ts';
import type { Search } from './use-search.ts';

/** The picture at the top, of the hour it is for the visitor, with the search in it. */
export function Hero({ search }: { readonly search: Search }) {
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(search.text);
  // Going back, or 'Clear Search', changes the address and so what the box holds. Nothing else does: what was typed
  // before this code was there stays.
  useEffect(() => {
    if (input.current && shown.current !== search.text) input.current.value = search.text;
    shown.current = search.text;
  }, [search.text]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = input.current?.value.trim() ?? '';
    search.change({ q: text });
    if (text !== '') showResults('cities');
  };
  const choose = (category: string) => {
    search.change({ category: search.category === category ? null : category });
    if (search.category !== category) showResults('locations');
  };
  return (
    <section className="relative isolate flex min-h-[min(640px,82dvh)] items-end overflow-hidden bg-[#2a2440]">
      <div className="light-of-hour absolute inset-0 -z-2 bg-position-[68%_100%]" />
      <div className="absolute inset-0 -z-1 bg-linear-to-r from-black/60 max-sm:bg-black/20 via-black/28 to-transparent to-75%" />
      <div className="absolute inset-x-0 bottom-0 -z-1 h-3/4 bg-linear-to-t from-black/55 to-transparent" />
      <div className="page pt-28 pb-12 text-white sm:pb-14">
        <h1 className="max-w-[7.4em] text-hero [text-shadow:0_1px_24px_rgb(0_0_0/0.35)]">{brand.tagline}</h1>
        <p className="mt-4 max-w-[34rem] text-lg [text-shadow:0_1px_12px_rgb(0_0_0/0.5)]">
          Photogenic places, city by city, from people who stood there with a camera, and the hour they waited
          for.
        </p>
        <form
          role="search"
          onSubmit={submit}
          className="mt-7 flex max-w-[600px] gap-1.5 rounded-lg bg-raised p-1.5 shadow-floating focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-white"
        >
          <input
            ref={input}
            type="search"
            name="q"
            defaultValue={search.text}
            maxLength={limits.search}
            placeholder="Search cities or locations..."
            aria-label="Search cities or locations"
            autoComplete="off"
            enterKeyHint="search"
            className="h-12 min-w-0 flex-1 rounded-md bg-transparent px-3.5 text-base text-ink outline-none placeholder:text-soft"
          />
          <button
            type="submit"
            aria-label="Search"
            className="inline-flex h-12 items-center gap-2 rounded-md bg-accent px-4 font-semibold text-on-accent transition-colors duration-150 hover:bg-accent-strong focus-visible:outline-ink"
          >
            <SearchIcon size={18} aria-hidden />
            <span className="max-sm:hidden">Search</span>
          </button>
        </form>
        <div role="group" aria-label="Category" className="mt-4 flex flex-wrap gap-2">
          {categoryChips.map(({ category, label }) => (
            <Chip
              key={category}
              on="picture"
              pressed={search.category === category}
              onClick={() => choose(category)}
            >
              {label}
            </Chip>
          ))}
        </div>
      </div>
    </section>
  );
}

/** The results lie below the picture: brings them into view once they have been asked for. */
function showResults(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView({ behavior: scrollBehavior() }));
}
