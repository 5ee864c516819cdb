import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { escapeHtml } from '#contracts/shared/escape-html';

import { inScript } from './head.ts';

interface Chunk {
  readonly name?: string;
  readonly file: string;
  readonly imports?: readonly string[];
}

interface PageParts {
  /** Tags for the head, the title among them. */
  readonly head: string;
  readonly html: readonly string[];
  /** The data with which the browser starts. */
  readonly state: object;
  /** Name of the screen's module in the build. */
  readonly module: string;
}

/** The built page, into which the server inserts what it rendered. */
export interface Template {
  /** The page without a screen: the browser renders it. */
  readonly empty: string;
  fill(parts: PageParts): Buffer;
}

const title = /<title>[^<]*<\/title>\s*<meta\s+name="description"[^>]*>/;
const root = '<div id="root"></div>';
/** The page's inline script takes the tags in it once the first picture is painted. */
const code = '<template id="code">';

/** It is outside the part that the browser renders, so it stays on every screen. */
const noticeHtml = (notice: string): string =>
  `<aside role="note" data-notice class="bg-pending-ground p-2 text-center text-sm text-pending">${escapeHtml(notice)}</aside>`;

/**
 * Reads the build's page and its manifest. `folder`: the built web client. `notice`: a sentence for every page.
 * @throws Error if the folder does not contain that build
 */
export function readTemplate(folder: string, notice?: string): Template {
  const built = readFileSync(join(folder, 'index.html'), 'utf8');
  const page = notice === undefined ? built : built.replace(root, () => noticeHtml(notice) + root);
  // The cast: Vite writes this format.
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Readonly<
    Record<string, Chunk>
  >;
  const inPage = new Set(page.match(/assets\/[\w.-]+/g));
  const scripts = new Map<string, string>();
  for (const chunk of Object.values(manifest))
    if (chunk.name !== undefined) scripts.set(chunk.name, scriptTags(manifest, chunk, inPage));
  const [found] = title.exec(page) ?? [];
  const [start, rest] = found === undefined ? [] : split(page, found);
  const [head, body] = split(rest ?? '', '</head>');
  const [before, after] = split(body ?? '', root);
  const [between, end] = split(after ?? '', code);
  if (start === undefined || before === undefined || between === undefined || end === undefined)
    throw new Error(`${folder} holds no page of this release`);
  // The part that all pages share, with the styles in it, is most of a page: it is encoded once.
  const shared = {
    start: Buffer.from(start),
    head: Buffer.from(head ?? ''),
    root: Buffer.from(`</head>${before}<div id="root">`),
    state: Buffer.from('</div><script id="rendered" type="application/json">'),
    code: Buffer.from(`</script>${between}${code}`),
    end: Buffer.from(end),
  };
  return {
    empty: page,
    fill: (parts) =>
      Buffer.concat([
        shared.start,
        Buffer.from(parts.head),
        shared.head,
        shared.root,
        ...parts.html.map((part) => Buffer.from(part)),
        shared.state,
        Buffer.from(inScript(parts.state)),
        shared.code,
        Buffer.from(scripts.get(parts.module) ?? ''),
        shared.end,
      ]),
  };
}

function split(text: string, at: string): [before: string, after: string] | [] {
  const index = text.indexOf(at);
  return index === -1 ? [] : [text.slice(0, index), text.slice(index + at.length)];
}

/** The tags that load a screen's module and all its imports, before the page's own script requests them. */
function scriptTags(
  manifest: Readonly<Record<string, Chunk>>,
  chunk: Chunk,
  inPage: ReadonlySet<string>,
): string {
  const files = new Set<string>();
  const add = (each: Chunk | undefined): void => {
    if (each === undefined || files.has(each.file)) return;
    files.add(each.file);
    for (const imported of each.imports ?? []) add(manifest[imported]);
  };
  add(chunk);
  const tags = [...files]
    .filter((file) => !inPage.has(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return tags.join('');
}
