import { by } from '#contracts/shared/read-model-declaration';
import { pathOf } from '#contracts/screens';
import { escapeHtml } from '#contracts/shared/escape-html';
import type { CityDocument, LocationDocument } from '#contracts/read-models';
import { Refusal } from '#contracts/shared/errors';
import type { RequestContext } from '#platform/http/context';
import type { Task } from '#platform/queries/shared-work';
import { pagesOf, type Filter } from '#platform/read-store/index';

import type { QueryContext, Serving } from '../query-context.ts';
import { notIn } from '../shared/closed-cities.ts';
import { allCities, allLocations } from '../shared/tags.ts';
import type { SendPage } from './page-sender.ts';

const addressesMost = 50_000;
/** Documents, and keys, that are read before other requests are served. */
const slice = 500;
const keysSlice = 5000;

const xml = {
  'Content-Type': 'application/xml; charset=utf-8',
  'Cache-Control': 'public, no-cache',
  Vary: 'Accept-Encoding',
};
const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

interface Entry {
  readonly path: string;
  /** ISO time. */
  readonly changedAt?: string;
}

export interface SitemapDeps {
  readonly context: QueryContext;
  readonly serving: Serving;
  readonly send: SendPage;
  /** Places in one part, by default 10,000; a part may have up to 50,000. */
  readonly sitemapPart?: number | undefined;
}

/**
 * Sends `/robots.txt`, `/sitemap.xml` and its parts. Returns undefined for any other path. Places are listed in the
 * order of their approval, so that a part stays the same when places are added.
 */
export function createSitemap({ context, serving, send, sitemapPart = 10_000 }: SitemapDeps) {
  const { publicOrigin: origin, models } = context;
  const { reader } = models.places;
  /** The log positions of the approvals after which each part begins; the first is 0. */
  const beginnings = [0];

  const places = (): Filter => ({ isApproved: true, ...notIn(models.closed.fromPublic) });
  const approvedAfter = (position: number, limit: number, keysOnly: boolean) =>
    reader.find<LocationDocument>('locations', {
      filter: { ...places(), approved: { gt: position } },
      sort: [by('approved')],
      limit,
      keysOnly,
    });

  /** Finds the beginnings of parts that were added since the last time. */
  const findBeginnings = async (task: Task): Promise<void> => {
    let count = 0;
    for (let at = beginnings.at(-1) ?? 0; ;) {
      const keys = await approvedAfter(at, keysSlice, true);
      for (const { approved } of keys) {
        count += 1;
        at = approved;
        // Two requests may search at once: a beginning that the other has found is not added again.
        if (count % sitemapPart === 0 && at > (beginnings.at(-1) ?? 0)) beginnings.push(at);
      }
      if (keys.length < keysSlice) return;
      await task.yield();
    }
  };
  const listPlaces = async (beginning: number, task: Task): Promise<Entry[]> => {
    const end = beginnings.find((each) => each > beginning) ?? Infinity;
    const entries: Entry[] = [];
    for (let at = beginning; entries.length < addressesMost;) {
      const found = await approvedAfter(at, slice, false);
      for (const { id, approved, updatedAt } of found) {
        if (approved > end) return entries;
        at = approved;
        entries.push({ path: pathOf('location', id), changedAt: updatedAt });
      }
      if (found.length < slice) return entries;
      await task.yield();
    }
    return entries;
  };
  const listCities = async (task: Task): Promise<Entry[]> => {
    const screens = (['home', 'landing', 'map', 'privacy', 'terms'] as const).map((name) => ({
      path: pathOf(name),
    }));
    const entries: Entry[] = [...screens];
    const pages = pagesOf<CityDocument>(reader, 'cities', {
      filter: { status: 'approved' },
      sort: [by('status'), by('createdAt')],
      limit: slice,
    });
    for await (const page of pages) {
      for (const { id, updatedAt } of page) entries.push({ path: pathOf('city', id), changedAt: updatedAt });
      if (entries.length >= addressesMost) break;
      await task.yield();
    }
    return entries;
  };

  const urls = (entries: readonly Entry[]): string => {
    const lines = entries.slice(0, addressesMost).map(({ path, changedAt }) => {
      const lastmod = changedAt === undefined ? '' : `<lastmod>${changedAt}</lastmod>`;
      return `<url><loc>${escapeHtml(origin + path)}</loc>${lastmod}</url>`;
    });
    return `${declaration}<urlset ${namespace}>${lines.join('')}</urlset>`;
  };
  const index = async (task: Task): Promise<string> => {
    await findBeginnings(task);
    const parts = ['cities', ...beginnings.map((beginning) => `places-${beginning}`)];
    const lines = parts.map(
      (part) => `<sitemap><loc>${escapeHtml(`${origin}/sitemap/${part}.xml`)}</loc></sitemap>`,
    );
    return `${declaration}<sitemapindex ${namespace}>${lines.join('')}</sitemapindex>`;
  };

  return (ctx: RequestContext): Promise<void> | undefined => {
    const sendXml = (write: (task: Task) => Promise<string>) =>
      send(ctx, ['places'], async (signal) => ({
        status: 200,
        body: await write(serving.createTask(signal)),
        headers: xml,
        tags: [allLocations, allCities],
        isCached: true,
        freshUntil: Infinity,
      }));
    if (ctx.path === '/robots.txt') {
      ctx.type = 'text/plain';
      ctx.set('Cache-Control', 'public, no-cache');
      ctx.body = robots(origin);
      return Promise.resolve();
    }
    if (ctx.path === '/sitemap.xml') return sendXml(index);
    if (ctx.path === '/sitemap/cities.xml') return sendXml(async (task) => urls(await listCities(task)));
    const beginning = /^\/sitemap\/places-(\d{1,15})\.xml$/.exec(ctx.path)?.[1];
    if (beginning !== undefined)
      return sendXml(async (task) => {
        await findBeginnings(task);
        // Any other number would create and cache one more part.
        if (!beginnings.includes(Number(beginning))) throw new Refusal('not-found');
        return urls(await listPlaces(Number(beginning), task));
      });
    return undefined;
  };
}

const robots = (origin: string): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /auth/',
    'Disallow: /admin',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
