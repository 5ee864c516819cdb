import { LRUCache } from 'lru-cache';

import { operations } from '#contracts/api';

import type { CachedResponse } from '#platform/queries/response-cache';
import type { EncodedLocation } from './location-cache.ts';
import { cachedPublicLocation } from './locations.ts';
import type { ModelName } from '../models.ts';
import type { QueryContext } from '../query-context.ts';
import { encodeResponse } from '#platform/queries/encoded-response';
import { jsonHeaders } from '#platform/http/headers';

interface Made {
  readonly from: EncodedLocation;
  readonly response: Pick<CachedResponse<ModelName>, 'encoded' | 'uses'>;
}

const path = new RegExp(`^${operations.getLocation.path.replace('{id}', '([0-9a-f-]{36})')}$`);
/** Responses that are cached as bytes: about 4 MB. */
const most = 2000;

/**
 * Responses to visitors' requests for one location, by request key. They are made from the cache of locations, because
 * caching all of them as responses too would take more memory than everything else.
 */
export function createCachedLocations(context: QueryContext) {
  const made = new LRUCache<string, Made>({ max: most });
  return (key: string): Made['response'] | undefined => {
    const [, id] = path.exec(key) ?? [];
    const from = id === undefined ? undefined : cachedPublicLocation(context, id);
    if (from === undefined) return undefined;
    const known = made.get(key);
    if (known?.from === from) return known.response;
    const encoded = encodeResponse({ body: Buffer.from(from.json), headers: jsonHeaders });
    const response = { encoded, uses: ['places'] } as const;
    made.set(key, { from, response });
    return response;
  };
}
