import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { PagesFolder } from '../pages/page.ts';

export const pageScript = 'document.title += 1';
/** The page as the build makes it. */
export const emptyPage = `<!doctype html><head>
<title>Lightfall</title>
<meta
 name="description"
 content="Of all" /><script>${pageScript}</script></head><body><div id="root"></div><template id="code"></template></body>`;

/**
 * Stands in for the client's renderer: requests what the URL names, and shows the first response's name with the number
 * of pages rendered so far.
 */
const renderer = `
let rendered = 0;
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export async function renderPage({ url, ask }) {
  const { pathname, searchParams } = new URL('http://page.invalid' + url);
  const [, kind, id] = pathname.split('/');
  const location = '/api/locations/' + id;
  const asked = { city: ['/api/cities/' + id], location: [location, location + '/photos?imageData=omit'] }[
    kind.toLowerCase()
  ] ?? ['/api/cities?limit=2&search=' + (searchParams.get('q') ?? '')];
  globalThis.onRendererStep?.();
  const responses = await Promise.all(asked.map(ask));
  globalThis.onRendererStep?.();
  const name = String(responses[0].body?.name ?? 'Page').replaceAll(/[&<>"]/g, (each) => entities[each]);
  return {
    status: responses.every((response) => 'body' in response) && kind !== 'nowhere' ? 200 : 404,
    get html() {
      globalThis.onRendererStep?.();
      return ['<p>' + name + '</p>', '<i>' + (rendered += 1) + '</i>'];
    },
    title: name + ' · Lightfall',
    state: { responses },
    module: 'home-page',
  };
}`;

/** Writes a replacement for the built client into the folder, and returns the part of it that has the files. */
export async function writePages(folder: string): Promise<PagesFolder> {
  const pages = join(folder, 'web');
  const manifest = {
    'home.tsx': { name: 'home-page', file: 'assets/home-1.js', imports: ['_part.js'] },
    '_part.js': { name: 'part', file: 'assets/part-2.js' },
  };
  await mkdir(join(pages, 'assets'), { recursive: true });
  await writeFile(join(pages, 'assets', 'main-abc123.js'), 'export {};');
  await mkdir(join(pages, '.vite'));
  await writeFile(join(pages, '.vite/manifest.json'), JSON.stringify(manifest));
  await writeFile(join(pages, 'index.html'), emptyPage);
  await mkdir(join(folder, 'render'));
  await writeFile(join(folder, 'render/package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'render/render.js'), renderer);
  return { folder: pages };
}
