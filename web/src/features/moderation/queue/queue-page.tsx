import clsx from 'clsx';
import { X } from 'lucide-react';
import { useMemo, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';

import { kindOfSignal } from '#contracts/moderation/signals';
import { queueFlags, queueKinds, type QueueKind } from '#contracts/moderation/words';
import { limits } from '#contracts/shared/limits';

import { useIsLeaving } from '../../../lib/use-is-leaving.ts';
import { numberText } from '../../../lib/words.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { useGetCityQuery, useListCitiesQuery } from '../../city/api.ts';
import { useGetDeskQuery, useGetPersonQuery } from '../desk/desk-api.ts';
import { flagWords, kindWords, signalWords } from '../desk/kind-words.ts';
import { small } from '../desk/parts.tsx';
import { DeskFrame } from '../frame/desk-frame.tsx';
import { addressOf, filterFrom, paramsOf, type QueueFilter } from '../review/filter.ts';
import { Groups } from './groups.tsx';
import { linkedItem } from './linked-item.tsx';
import { QueuePanel } from './queue-panel.tsx';

const words = { region: 'Review everything', list: 'Everything to look at', none: 'Nothing to look at' };

/** All items that wait for a moderator. The filter is in the address. */
export function QueuePage() {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const isLeaving = useIsLeaving();
  // An item that was opened on this page needs no opening; any other item in the address is opened.
  const [openedHere, setOpenedHere] = useState<ReadonlySet<string>>(new Set());
  const linked = openedHere.has(params.get('item') ?? '') ? null : linkedItem(params);
  const address = paramsOf(filterFrom(params)).toString();
  const filter = useMemo(() => filterFrom(new URLSearchParams(address)), [address]);
  const change = (next: QueueFilter) =>
    setParams(paramsOf(next), { replace: true, preventScrollReset: true });
  const key = paramsOf(filter).toString();
  const showInAddress = (item: string | null) => {
    if (isLeaving || item === new URLSearchParams(window.location.search).get('item')) return;
    if (item !== null) setOpenedHere(new Set([...openedHere, item]));
    // Replaces the history entry, so that Back leaves the desk.
    void navigate(
      { search: addressOf(filter, item) },
      { replace: true, state: stateOfEntry(), preventScrollReset: true },
    );
  };
  return (
    <DeskFrame screen="queue" title="Everything">
      <FilterBar filter={filter} onChange={change} focusSearch={params.has('find')} />
      {/* A different filter needs a new list. */}
      <QueuePanel
        key={key}
        filter={filter}
        words={words}
        aside={key === '' && <Groups onOpen={(signal) => change({ ...filter, signal })} />}
        onOpened={showInAddress}
        {...(linked !== null && { linked: { to: linked, onClose: () => change(filter) } })}
        emptyText={
          key === ''
            ? 'What people send in appears here by itself.'
            : 'Nothing that matches waits. Try fewer filters.'
        }
      />
    </DeskFrame>
  );
}

/**
 * The state of the current history entry, from where the router stores it. The router's hooks may still return the
 * previous entry, because a dialog's entry is rendered in a transition.
 */
const stateOfEntry = (): unknown => (window.history.state as { readonly usr?: unknown } | null)?.usr;

interface FilterBarProps {
  readonly filter: QueueFilter;
  readonly onChange: (filter: QueueFilter) => void;
  readonly focusSearch: boolean;
}

/** In a low window (large print, a phone on its side), a button shows and hides all filters except the search. */
function FilterBar({ filter, onChange, focusSearch }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const on = [filter.kinds.length > 0, filter.city, filter.flag, filter.sort === 'newest'].filter(
    Boolean,
  ).length;
  const signalKind = kindOfSignal(filter.signal ?? '');
  const unlessOpen = !isOpen && 'low:hidden';
  return (
    <div
      role="search"
      aria-label="Filter the queue"
      className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-2"
    >
      <Button
        size="small"
        className="low:inline-flex! hidden!"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {on > 0 ? `Filters (${on})` : 'Filters'}
      </Button>
      <div className={clsx(unlessOpen)}>
        <Kinds filter={filter} onChange={onChange} />
      </div>
      <div
        className={clsx(
          'flex flex-auto flex-wrap gap-2',
          isOpen ? 'max-xl:basis-full' : 'not-low:max-xl:basis-full',
        )}
      >
        <div className="w-0 min-w-[min(9rem,100%)] grow-4 xl:min-w-28">
          <Search filter={filter} onChange={onChange} focusSearch={focusSearch} />
        </div>
        <div className={clsx('w-0 min-w-[min(9rem,100%)] grow-2 xl:min-w-30', unlessOpen)}>
          <CityFilter filter={filter} onChange={onChange} />
        </div>
        <div className={clsx('flex-auto', unlessOpen)}>
          <Select
            className={small}
            aria-label="Flag"
            value={filter.flag ?? ''}
            onChange={(event) =>
              onChange({ ...filter, flag: queueFlags.find((flag) => flag === event.target.value) ?? null })
            }
            options={[['', 'Any flag'], ...Object.entries(flagWords)]}
          />
        </div>
        <div className={clsx('flex-auto', unlessOpen)}>
          <Select
            className={small}
            aria-label="Order"
            value={filter.sort}
            onChange={(event) =>
              onChange({ ...filter, sort: event.target.value === 'newest' ? 'newest' : 'oldest' })
            }
            options={[
              ['oldest', 'Oldest first'],
              ['newest', 'Newest first'],
            ]}
          />
        </div>
      </div>
      <Narrowed filter={filter} onChange={onChange} />
      {signalKind !== undefined && (
        <Narrow label={signalWords[signalKind]} onClear={() => onChange({ ...filter, signal: null })} />
      )}
    </div>
  );
}

type PartProps = Pick<FilterBarProps, 'filter' | 'onChange'>;

function Kinds({ filter, onChange }: PartProps) {
  const { data } = useGetDeskQuery();
  const toggle = (kind: QueueKind) => {
    const has = filter.kinds.includes(kind);
    onChange({
      ...filter,
      kinds: queueKinds.filter((each) => (each === kind ? !has : filter.kinds.includes(each))),
    });
  };
  return (
    <div role="group" aria-label="Kinds" className="flex flex-wrap gap-1.5">
      {queueKinds.map((kind) => {
        const isOn = filter.kinds.includes(kind);
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={isOn}
            onClick={() => toggle(kind)}
            className={clsx(
              'inline-flex min-h-9 items-center gap-1.5 rounded-full border px-2.5 text-sm font-medium max-sm:min-h-11 max-sm:px-3',
              isOn ? 'border-ink bg-ink text-paper' : 'border-outline bg-raised hover:bg-sunk',
            )}
          >
            <span className="first-letter:uppercase">{kindWords[kind].noun.many}</span>
            {data !== undefined && (
              <span className={clsx('tabular-nums', !isOn && 'text-soft')}>
                {numberText(data.waiting[kind])}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}

/** Milliseconds from the last typed letter to the search. */
const settled = 250;

function Search({ filter, onChange, focusSearch }: FilterBarProps) {
  const [typed, setTyped] = useState(filter.search);
  const [known, setKnown] = useState(filter.search);
  const [sent, setSent] = useState<string | null>(null);
  if (known !== filter.search) {
    setKnown(filter.search);
    setSent(null);
    // A link or Back set a search that was not typed here.
    if (sent !== filter.search) setTyped(filter.search);
  }
  useEffect(() => {
    const search = typed.trim();
    if (search === filter.search) return;
    const timer = setTimeout(() => {
      setSent(search);
      onChange({ ...filter, search });
    }, settled);
    return () => clearTimeout(timer);
  }, [typed, filter, onChange]);
  return (
    <TextInput
      className={small}
      id="queue-search"
      type="search"
      aria-label="Find in the queue"
      placeholder="Find"
      value={typed}
      maxLength={limits.search}
      autoFocus={focusSearch}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}

/** A button that names the person by whom the list is filtered, and removes this filter. */
function Narrowed({ filter, onChange }: PartProps) {
  const { submitter } = filter;
  const { data: person } = useGetPersonQuery(submitter ?? '', { skip: submitter === null });
  if (submitter === null) return null;
  return (
    <Narrow
      label={`From ${person?.name ?? '...'}`}
      onClear={() => onChange({ ...filter, submitter: null })}
    />
  );
}

function Narrow({ label, onClear }: { readonly label: string; readonly onClear: () => void }) {
  return (
    <button
      type="button"
      onClick={onClear}
      className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-sunk px-3 text-sm font-medium max-sm:min-h-11"
    >
      {label}
      <X size={14} aria-hidden />
      <span className="sr-only">, clear</span>
    </button>
  );
}

function CityFilter({ filter, onChange }: PartProps) {
  const { data } = useListCitiesQuery({ limit: 500 });
  const cities = [...(data?.items ?? [])].sort((one, other) => one.name.localeCompare(other.name));
  const isOther = filter.city !== null && !cities.some(({ id }) => id === filter.city);
  const { data: other } = useGetCityQuery(filter.city ?? '', { skip: !isOther });
  return (
    <Select
      className={`${small} text-ellipsis`}
      aria-label="City"
      value={filter.city ?? ''}
      onChange={(event) =>
        onChange({ ...filter, city: event.target.value === '' ? null : event.target.value })
      }
      options={[
        ['', 'All cities'],
        ...(isOther ? [[filter.city, other?.name ?? 'One city'] as const] : []),
        ...cities.map(({ id, name }) => [id, name] as const),
      ]}
    />
  );
}
