import { Building2, Clock, MapPin, Search, SpellCheck, Trash2, type LucideIcon } from 'lucide-react';
import clsx from 'clsx';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';

import type { Suggestions as Suggested } from '#contracts/location/views';
import { pathOf } from '#contracts/screens';

import { useAnnounce } from '../../lib/announce.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Picture } from '../../ui/picture.tsx';
import { useLocationLink } from '../../features/location/location-link.ts';
import { forgetSearches, recentSearches } from './recent.ts';
import { leastLetters, useSuggestQuery } from './suggest-api.ts';

/** The open list below a field: its id, and the id of the option that the arrow keys have reached. */
export interface OpenList {
  readonly id: string;
  readonly active: string | null;
}

export interface SuggestionsProps {
  readonly id: string;
  readonly text: string;
  readonly input: RefObject<HTMLInputElement | null>;
  /** Gets the open list and the option that the arrow keys have reached; null if no list is open. */
  readonly onList: (list: OpenList | null) => void;
  readonly onSearch: (text: string) => void;
  readonly onLeave: () => void;
}

/** The list below a search field: places and cities that match the typed text, or recent searches. */
export function Suggestions({ id, text, input, onList, onSearch, onLeave }: SuggestionsProps) {
  const [recent, setRecent] = useState(recentSearches);
  const typed = text.trim();
  const settled = useDebounced(typed);
  // Until the next response arrives, the last one stays: otherwise the list would close at each letter.
  const { data, isError } = useSuggestQuery(settled, { skip: settled.length < leastLetters });
  const [pointed, setPointed] = useState({ typed, index: -1 });
  const [dismissed, setDismissed] = useState<string | null>(null);
  const follow = useFollow();
  const isLong = typed.length >= leastLetters && settled.length >= leastLetters;
  const response = isLong && !isError ? data : undefined;
  const offers = dismissed === text ? [] : offersOf(typed, response, recent);
  const isOpen = offers.length > 0;
  const idOf = (index: number) => `${id}-${index}`;
  // After a change of the text, no option is active.
  const at = pointed.typed === typed && pointed.index < offers.length ? pointed.index : -1;
  const setActive = (index: number) => setPointed({ typed, index });

  useEffect(
    () => onList(isOpen ? { id, active: at < 0 ? null : `${id}-${at}` } : null),
    [id, isOpen, at, onList],
  );
  useEffect(() => () => onList(null), [onList]);
  const found = response && response.cities.length + response.locations.length;
  useAnnounce(found === undefined ? null : found === 1 ? '1 suggestion' : `${found} suggestions`);

  const choose = (offer: Offer) => {
    if (offer.kind === 'clear') {
      forgetSearches();
      setRecent([]);
    } else if (offer.kind === 'city' || offer.kind === 'location') {
      onLeave();
      follow(offer);
    } else onSearch(offer.text);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      // An arrow key reopens the list after Escape.
      setDismissed(null);
      // The field itself is before the first option and after the last.
      if (isOpen) setActive(((at + 1 + step + offers.length + 1) % (offers.length + 1)) - 1);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setDismissed(text);
      setActive(-1);
    } else if (event.key === 'Enter') {
      const offer = offers[at];
      if (offer === undefined) return;
      event.preventDefault();
      choose(offer);
    }
  });
  useEffect(() => {
    const field = input.current;
    const listen = (event: KeyboardEvent) => press(event);
    field?.addEventListener('keydown', listen);
    return () => field?.removeEventListener('keydown', listen);
  }, [input]);

  if (!isOpen) return null;
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      // Not a tab stop: the focus stays in the field, whose arrow keys reach the options.
      tabIndex={-1}
      // Keeps the focus in the field.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-50 mt-2 max-h-[min(70dvh,520px)] animate-fade-in overflow-y-auto rounded-lg border border-line bg-raised p-1.5 text-ink shadow-floating"
    >
      {offers.map((offer, index) => (
        <Option
          key={`${offer.kind} ${'id' in offer ? offer.id : offer.text}`}
          id={idOf(index)}
          offer={offer}
          active={index === at}
          onPoint={() => setActive(index)}
          onChoose={() => choose(offer)}
        />
      ))}
    </div>
  );
}

/** Goes to a city, or opens a location over the current page. */
function useFollow() {
  const navigate = useNavigate();
  const linkTo = useLocationLink();
  return (offer: { readonly kind: 'city' | 'location'; readonly id: string }) => {
    if (offer.kind === 'city') return void navigate(pathOf('city', offer.id));
    const { to, ...options } = linkTo(offer.id);
    void navigate(to, options);
  };
}

const icons: Readonly<Record<Offer['kind'], LucideIcon>> = {
  recent: Clock,
  clear: Trash2,
  city: Building2,
  location: MapPin,
  meant: SpellCheck,
  all: Search,
};

interface OptionProps {
  readonly id: string;
  readonly offer: Offer;
  readonly active: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Option({ id, offer, active, onPoint, onChoose }: OptionProps) {
  const Icon = icons[offer.kind];
  const picture = 'picture' in offer ? offer.picture : null;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The field has the focus, and so the keys.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onPointerMove={onPoint}
      onClick={onChoose}
      ref={(element) => {
        if (active) element?.scrollIntoView({ block: 'nearest' });
      }}
      className={clsx(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5',
        active && 'bg-sunk',
      )}
    >
      <span className="grid h-9 w-12 shrink-0 place-items-center overflow-hidden rounded-sm bg-sunk text-soft">
        {picture === null ? (
          <Icon size={17} aria-hidden />
        ) : (
          <Picture src={picture} alt="" width={96} height={72} eager />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-md font-medium">
          {offer.label}
        </span>
        {'note' in offer && <span className="block truncate text-sm text-soft">{offer.note}</span>}
      </span>
    </div>
  );
}

/** One line of the list below a search field. */
type Offer =
  | {
      readonly kind: 'recent' | 'meant' | 'all' | 'clear';
      readonly text: string;
      readonly label: string;
    }
  | { readonly kind: 'city'; readonly id: string; readonly label: string; readonly note: string }
  | {
      readonly kind: 'location';
      readonly id: string;
      readonly label: string;
      readonly note: string;
      readonly picture: string | null;
    };

/** The recent searches while nothing is typed; after that the server's suggestions and the search itself. */
export function offersOf(
  typed: string,
  response: Suggested | undefined,
  recent: readonly string[],
): readonly Offer[] {
  if (typed === '') {
    if (recent.length === 0) return [];
    return [
      ...recent.map((text): Offer => ({ kind: 'recent', text, label: text })),
      { kind: 'clear', text: '', label: 'Clear recent searches' },
    ];
  }
  if (response === undefined) return [];
  const { cities, locations, didYouMean } = response;
  return [
    ...(didYouMean === null
      ? []
      : [{ kind: 'meant', text: didYouMean, label: `Did you mean “${didYouMean}”?` } as const]),
    ...cities.map(({ id, name, country }): Offer => ({ kind: 'city', id, label: name, note: country })),
    ...locations.map(({ id, name, cityName, thumbnailUrl }): Offer => ({
      kind: 'location',
      id,
      label: name,
      note: cityName,
      picture: thumbnailUrl,
    })),
    { kind: 'all', text: typed, label: `Search for “${typed}”` },
  ];
}
