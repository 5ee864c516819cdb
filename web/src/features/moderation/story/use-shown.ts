import { useEffect } from 'react';

import type { QueueItem } from '#contracts/moderation/views';

import { useGetCityQuery } from '../../city/api.ts';
import { useGetLocationQuery } from '../../location/api.ts';
import { useGetStoryQuery } from '../desk/desk-api.ts';
import type { Queue } from '../review/use-queue.ts';

/**
 * The revision that an item's story shows; undefined while it is loading. A story and a row that are not of the same
 * revision are read again, the older one of them.
 */
export function useShownRevision(
  { kind, id, revision: listed }: QueueItem,
  queue: Queue,
): number | undefined {
  const city = useGetCityQuery(id, { skip: kind !== 'city' });
  const location = useGetLocationQuery(id, { skip: kind !== 'location' });
  const story = useGetStoryQuery({ kind, id }, { skip: kind === 'city' || kind === 'location' });
  const { currentData: data, refetch } = kind === 'city' ? city : kind === 'location' ? location : story;
  const shown = data === undefined ? undefined : 'item' in data ? data.item.revision : data.revision;
  const refetchList = queue.refetch;
  useEffect(() => {
    if (shown === undefined || shown === listed) return;
    if (shown < listed) void refetch();
    else void refetchList();
  }, [shown, listed, refetch, refetchList]);
  return shown;
}
