import clsx from 'clsx';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentType,
  type FormEvent,
  type ReactNode,
} from 'react';

import { firstLimits } from '#contracts/first-limits';

import type { OpenList } from './open-list.ts';
import type { SuggestionsProps } from './suggestions.tsx';

interface SearchFieldProps {
  /** What the address searches for. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
  /** `page`: the one of the page itself; `bar`: the one of the header. */
  readonly in: 'page' | 'bar';
  readonly placeholder: string;
  readonly className?: string;
  readonly inputClassName?: string;
  readonly autoFocus?: boolean;
  /** In front of the field and behind it. */
  readonly before?: ReactNode;
  readonly children?: ReactNode;
}

/** A field to search with. What it offers while somebody types is loaded when it is first used. */
export function SearchField({ value, onSearch, className, inputClassName, ...props }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(value);
  const [text, setText] = useState(value);
  const [focused, setFocused] = useState(false);
  const [list, setList] = useState<OpenList | null>(null);
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps> | null>(null);
  const missing = focused && Suggestions === null;
  useEffect(() => {
    if (!missing) return;
    import('./suggestions.tsx').then(
      (module) => setSuggestions(() => module.Suggestions),
      // Without them the field still searches.
      (error: unknown) => console.error('Suggestions could not be loaded', error),
    );
  }, [missing]);
  const id = useId();
  // Somebody may have begun to type before this code was there.
  useEffect(() => {
    const field = input.current;
    if (field === null || document.activeElement !== field) return;
    setFocused(true);
    setText(field.value);
  }, []);
  // Going back, or 'Clear Search', changes the address and so what the box holds. Nothing else does: what was typed
  // before this code was there stays.
  useEffect(() => {
    if (input.current && shown.current !== value) {
      input.current.value = value;
      setText(value);
    }
    shown.current = value;
  }, [value]);
  const search = (wanted: string) => {
    if (input.current) input.current.value = wanted;
    setText(wanted);
    setFocused(false);
    onSearch(wanted.trim());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(input.current?.value ?? '');
  };
  const inBar = props.in === 'bar';
  return (
    <form
      role="search"
      aria-label={inBar ? 'Everywhere' : 'This page'}
      onSubmit={submit}
      className={clsx('relative', className)}
    >
      {props.before}
      <input
        ref={input}
        type="search"
        name="q"
        defaultValue={value}
        maxLength={firstLimits.search}
        placeholder={props.placeholder}
        aria-label={inBar ? props.placeholder : 'Search cities or locations'}
        autoComplete="off"
        enterKeyHint="search"
        // Opened by a press on its own button.
        autoFocus={props.autoFocus}
        aria-autocomplete="list"
        aria-controls={list?.id}
        aria-activedescendant={list?.active ?? undefined}
        // The page's own stays a plain search box, as which assistive technology lists it.
        {...(inBar ? { role: 'combobox', 'aria-expanded': list !== null, 'data-search': 'bar' } : {})}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onInput={(event) => {
          setFocused(true);
          setText(event.currentTarget.value);
        }}
        className={inputClassName}
      />
      {props.children}
      {Suggestions && focused && (
        <Suggestions
          id={id}
          text={text}
          input={input}
          onList={setList}
          onSearch={search}
          onLeave={() => setFocused(false)}
        />
      )}
    </form>
  );
}
