import type { QueueItem } from '#contracts/moderation/views';

import { Picture } from '../../../ui/picture.tsx';
import { KeyHints } from '../desk/keys-help.tsx';
import { kindWords, whatOf } from '../desk/kind-words.ts';
import { keyOf } from '../desk/rows.ts';

/** The most items listed by name; beyond that, only their number is shown. */
const namedMost = 50;

/** Replaces the detail during a selection: lists what a key will decide on. */
export function SelectedDetail({ items }: { readonly items: readonly QueueItem[] }) {
  return (
    <aside
      aria-label={`About ${whatOf(items)}`}
      className="sticky top-[calc(var(--top)+0.5rem)] flex max-h-[calc(100dvh-16rem)] flex-col overflow-hidden rounded-lg border border-line bg-raised"
    >
      <div className="overflow-y-auto overscroll-contain p-5">
        <h2 className="mb-3 text-2xl">{items.length} selected</h2>
        <ul className="flex flex-col gap-2.5">
          {items.slice(0, namedMost).map((item) => (
            <li key={keyOf(item)} className="flex items-center gap-3 text-sm">
              <span className="h-10 w-14 shrink-0 overflow-hidden rounded-sm bg-sunk">
                {item.thumbnailUrl !== null && <Picture src={item.thumbnailUrl} alt="" sizes="56px" />}
              </span>
              <span className="min-w-0">
                <span className="block truncate font-semibold">{item.name}</span>
                <span className="block truncate text-soft">
                  {[kindWords[item.kind].label, item.kind === 'city' ? null : item.cityName, item.summary]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
            </li>
          ))}
        </ul>
        {items.length > namedMost && (
          <p className="mt-3 text-sm text-soft">And {items.length - namedMost} more.</p>
        )}
      </div>
      <KeyHints />
    </aside>
  );
}
