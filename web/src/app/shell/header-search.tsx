import { Search, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import { pathOf } from '#contracts/screens';

import { IconButton } from '../../ui/button.tsx';
import { SearchField } from '../search/search-field.tsx';

/** Searches all content from every page: a field in the header, behind a button on a phone. `/` focuses it. */
export function HeaderSearch() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const onHome = pathname === pathOf('home');
  const known = new URLSearchParams(onHome ? search : '');
  const find = (text: string) => {
    setOpen(false);
    known.delete('location');
    known.delete('page');
    if (text === '') known.delete('q');
    else known.set('q', text);
    if (text !== '' || onHome) void navigate({ pathname: pathOf('home'), search: String(known) });
  };
  useSlash(() => setOpen(true));
  const Icon = isOpen ? X : Search;
  return (
    <>
      <form
        // Without scripts, the browser opens home and its search.
        action={pathOf('home')}
        className="ml-auto flex @min-[63em]:hidden"
        onSubmit={(event) => {
          event.preventDefault();
          setOpen(!isOpen);
        }}
      >
        <IconButton type="submit" label={isOpen ? 'Close search' : 'Open search'} aria-expanded={isOpen}>
          <Icon size={20} aria-hidden />
        </IconButton>
      </form>
      {/* Gives way first, but keeps the room for its hint; then a long name in the profile button is cut. */}
      <div
        className={
          isOpen
            ? '@max-[63em]:absolute inset-x-0 top-full @max-[63em]:border-b border-line @max-[63em]:bg-paper @max-[63em]:px-4 @max-[63em]:py-2.5 @min-[63em]:ml-auto @min-[63em]:w-72 @min-[63em]:min-w-49 @min-[63em]:shrink-99999'
            : '@max-[63em]:hidden @min-[63em]:ml-auto @min-[63em]:w-72 @min-[63em]:min-w-49 @min-[63em]:shrink-99999'
        }
      >
        <SearchField
          // The new key mounts the field again, so that it takes the focus when the button opens it.
          key={String(isOpen)}
          autoFocus={isOpen}
          in="bar"
          value={known.get('q') ?? ''}
          onSearch={find}
          placeholder="Search the guide"
          before={
            <Search size={16} aria-hidden className="pointer-events-none absolute top-3 left-3.5 text-soft" />
          }
          inputClassName="h-10 w-full rounded-full border border-outline/60 bg-raised pr-9 pl-9.5 text-md text-ellipsis text-ink placeholder:text-soft hover:border-outline focus-visible:outline-offset-0"
        >
          <kbd
            aria-hidden
            className="pointer-events-none absolute top-2.5 right-3 rounded-sm border border-line px-1.5 font-sans text-xs text-soft @max-[63em]:hidden"
          >
            /
          </kbd>
        </SearchField>
      </div>
    </>
  );
}

const typing = 'input, textarea, select, [contenteditable]';

/**
 * Focuses the field on a slash, unless somebody is typing or a dialog is open. `open` shows the field where it is
 * hidden.
 */
function useSlash(open: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented) return;
      if (target instanceof Element && target.closest(typing) !== null) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return;
      event.preventDefault();
      const field = document.querySelector<HTMLInputElement>('[data-search="bar"]');
      if (field !== null && field.offsetParent !== null) field.select();
      else open();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
}
