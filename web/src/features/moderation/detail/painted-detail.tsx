import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react';

import type { QueueItem } from '#contracts/moderation/views';

import { Button } from '../../../ui/button.tsx';
import { PictureLoading } from '../../../ui/picture.tsx';
import { useGetCityQuery } from '../../city/api.ts';
import { useGetLocationQuery } from '../../location/api.ts';
import { useGetDetailQuery } from '../desk/desk-api.ts';
import { Note } from '../desk/parts.tsx';
import { brokenIn, isWhole, showing } from '../review/painted.ts';
import type { Queue } from '../review/use-queue.ts';

interface PaintedDetailProps {
  /** The item's key. */
  readonly of: string;
  /** The revision that the content shows; undefined while it is loading. */
  readonly revision: number | undefined;
  /** Called once a revision has been painted. */
  readonly onPainted?: (revision: number) => void;
  readonly children: ReactNode;
}

/** The detail that an item is decided by. Records which revision is shown completely, with all of its pictures. */
export function PaintedDetail({ of, revision, onPainted, children }: PaintedDetailProps) {
  const [attempt, setAttempt] = useState(0);
  const { box, broken } = usePainted(revision, onPainted);
  return (
    <PictureLoading value={{ eager: true, attempt }}>
      <div ref={box} {...showing(of)} data-revision={revision}>
        {children}
      </div>
      {broken > 0 && (
        <Note tone="no">
          <p>
            {broken === 1 ? 'A picture' : `${broken} pictures`} could not be loaded, so nobody has seen{' '}
            {broken === 1 ? 'it' : 'them'}.
          </p>
          <Button size="small" className="mt-2" onClick={() => setAttempt(attempt + 1)}>
            Load again
          </Button>
        </Note>
      )}
    </PictureLoading>
  );
}

interface Painted {
  readonly box: RefObject<HTMLDivElement | null>;
  /** How many pictures could not be loaded. */
  readonly broken: number;
}

/** Sets `data-painted` to the revision once it is painted completely, and removes it while something is missing. */
function usePainted(revision: number | undefined, onPainted: PaintedDetailProps['onPainted']): Painted {
  const box = useRef<HTMLDivElement>(null);
  const [broken, setBroken] = useState(0);
  const tell = useEffectEvent((painted: number) => onPainted?.(painted));
  useEffect(() => {
    const { current: shown } = box;
    if (shown === null || revision === undefined) return;
    let frame = 0;
    const look = () => {
      setBroken(brokenIn(shown).length);
      cancelAnimationFrame(frame);
      if (!isWhole(shown)) delete shown.dataset['painted'];
      else if (shown.dataset['painted'] === undefined)
        // The first callback runs before the paint; the callback that it schedules runs after the paint.
        frame = requestAnimationFrame(() => {
          frame = requestAnimationFrame(() => {
            shown.dataset['painted'] = String(revision);
            tell(revision);
          });
        });
    };
    const observer = new MutationObserver(look);
    observer.observe(shown, { childList: true, subtree: true, attributeFilter: ['src', 'open'] });
    // These events do not bubble.
    const events = ['load', 'error'] as const;
    for (const event of events) shown.addEventListener(event, look, true);
    look();
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      for (const event of events) shown.removeEventListener(event, look, true);
      delete shown.dataset['painted'];
    };
  }, [revision]);
  return { box, broken };
}

/**
 * The revision that an item's detail shows; undefined while it is loading. If detail and row have different revisions,
 * the older of the two is read again.
 */
export function useShownRevision(
  { kind, id, revision: listed }: QueueItem,
  queue: Queue,
): number | undefined {
  const city = useGetCityQuery(id, { skip: kind !== 'city' });
  const location = useGetLocationQuery(id, { skip: kind !== 'location' });
  const detail = useGetDetailQuery({ kind, id }, { skip: kind === 'city' || kind === 'location' });
  const { currentData: data, refetch } = kind === 'city' ? city : kind === 'location' ? location : detail;
  const shown = data === undefined ? undefined : 'item' in data ? data.item.revision : data.revision;
  const refetchList = queue.refetch;
  useEffect(() => {
    if (shown === undefined || shown === listed) return;
    if (shown < listed) void refetch();
    else void refetchList();
  }, [shown, listed, refetch, refetchList]);
  return shown;
}
