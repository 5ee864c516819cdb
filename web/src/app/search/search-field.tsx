import clsx from 'clsx';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type SubmitEvent,
} from 'react';

import { initialLimits } from '#contracts/initial';
import { pathOf } from '#contracts/screens';

import type { OpenList, SuggestionsProps } from './suggestions.tsx';

interface SearchFieldProps {
  /** The search text in the address. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
  /** `page`: the field of the page itself; `bar`: the field in the header. */
  readonly in: 'page' | 'bar';
  /** The form's action without scripts; home by default. */
  readonly action?: string;
  readonly placeholder: string;
  readonly className?: string;
  readonly inputClassName?: string;
  readonly autoFocus?: boolean;
  /** Shown before and after the field. */
  readonly before?: ReactNode;
  readonly children?: ReactNode;
}

/** A search field. The code of its suggestions loads on first use. */
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
      // Without suggestions the field can still search.
      console.error,
    );
  }, [missing]);
  const id = useId();
  // The person may have started typing before this code ran.
  useEffect(() => {
    const field = input.current;
    if (field === null || document.activeElement !== field) return;
    setFocused(true);
    setText(field.value);
  }, []);
  // Only Back and 'Clear Search' change the address, and with it the field. Text typed before this code ran stays.
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
    // If this fails, there are no recent searches later, but the search itself works.
    import('./recent.ts').then(({ rememberSearch }) => rememberSearch(wanted), console.error);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    search(input.current?.value ?? '');
  };
  const inBar = props.in === 'bar';
  return (
    <form
      role="search"
      // Without scripts, the browser sends it.
      action={props.action ?? pathOf('home')}
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
        maxLength={initialLimits.search}
        placeholder={props.placeholder}
        aria-label={inBar ? props.placeholder : 'Search cities or locations'}
        autoComplete="off"
        enterKeyHint="search"
        // Gets the focus if its button opened it.
        autoFocus={props.autoFocus}
        aria-autocomplete="list"
        aria-controls={list?.id}
        aria-activedescendant={list?.active ?? undefined}
        // The page's own field stays a plain search box, so that assistive technology lists it as one.
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
