import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

import { DeskFrame } from '../frame/desk-frame.tsx';
import { filterFrom, paramsOf, type QueueFilter } from '../review/filter.ts';
import { FilterBar } from './filter-bar.tsx';
import { QueuePanel } from './queue-panel.tsx';

const words = { region: 'Review everything', list: 'Everything to look at', none: 'Nothing to look at' };

/** Everything that waits for a moderator; the address keeps the filter. */
export function QueuePage() {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  const filter = useMemo(() => filterFrom(new URLSearchParams(address)), [address]);
  const change = (next: QueueFilter) =>
    setParams(paramsOf(next), { replace: true, preventScrollReset: true });
  const key = paramsOf(filter).toString();
  return (
    <DeskFrame screen="queue" title="Everything">
      <FilterBar filter={filter} onChange={change} focusSearch={params.has('find')} />
      {/* Another filter is a new list. */}
      <QueuePanel
        key={key}
        filter={filter}
        words={words}
        asGrid={filter.kinds.length === 1 && filter.kinds[0] === 'photo'}
        emptyText={
          key === ''
            ? 'What people send in appears here by itself.'
            : 'Nothing that matches waits. Try fewer filters.'
        }
      />
    </DeskFrame>
  );
}
