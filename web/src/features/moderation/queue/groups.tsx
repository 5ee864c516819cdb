import type { QueueGroup } from '#contracts/moderation/views';

import { numberText } from '../../../lib/words.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { useListGroupsQuery } from '../desk/desk-api.ts';
import { signalWords } from '../desk/kind-words.ts';

/** A row for each signal that three or more waiting items share; it opens the list of these items. */
export function Groups({ onOpen }: { readonly onOpen: (key: string) => void }) {
  const { data = [] } = useListGroupsQuery();
  if (data.length === 0) return null;
  return (
    <details className="relative">
      <summary className={`${buttonClass({ size: 'small' })} cursor-pointer`}>
        Groups ({numberText(data.length)})
      </summary>
      {/* Floats over the list, so that its rows do not move. */}
      <section
        aria-label="Groups"
        className="absolute right-0 z-20 mt-1 w-[min(36rem,calc(100vw-2rem))] shadow-floating"
      >
        <ul className="max-h-[min(70dvh,520px)] divide-y divide-line overflow-y-auto rounded-lg border border-line bg-raised">
          {data.map((group) => (
            <Group key={group.key} group={group} onOpen={onOpen} />
          ))}
        </ul>
      </section>
    </details>
  );
}

function Group({
  group: { key, kind, count, label, submitters },
  onOpen,
}: {
  readonly group: QueueGroup;
  readonly onOpen: (key: string) => void;
}) {
  const names = submitters.map(({ name }) => name).join(', ');
  return (
    <li className="flex items-center gap-3 px-3.5 py-1.5 text-sm">
      <span className="font-semibold tabular-nums">{numberText(count)}</span>
      <span className="min-w-0 flex-1 truncate">
        {signalWords[kind]}: <bdi className="font-semibold">{label}</bdi>
        {names !== '' && kind !== 'burst' && <span className="text-soft">, from {names}</span>}
      </span>
      <Button size="small" onClick={() => onOpen(key)}>
        Open
        <span className="sr-only">
          {' '}
          the group {signalWords[kind]}: {label}
        </span>
      </Button>
    </li>
  );
}
