import { text } from '#contracts/shared/fields';
import { limits } from '#contracts/shared/limits';

/** What lies under the places on maps. */
export interface MapConfig {
  /** A path of a `.pmtiles` file, or the https address of a MapLibre style; undefined: the outline of the world. */
  readonly tiles: { readonly file: string } | { readonly style: string } | undefined;
  /** Whose map it is, where the file or style does not say so. */
  readonly attribution: string | null;
}

const attribution = text('It', { most: limits.mapAttribution });

/** Reads `MAP_TILES` and `MAP_ATTRIBUTION`. Adds what is wrong with them to `mistakes`. */
export function readMap(
  { MAP_TILES: tiles, MAP_ATTRIBUTION: given }: Readonly<Record<string, string | undefined>>,
  mistakes: string[],
): MapConfig {
  const parsed = given === undefined ? undefined : attribution.safeParse(given);
  for (const { message } of parsed?.error?.issues ?? []) mistakes.push(`MAP_ATTRIBUTION: ${message}`);
  return { tiles: tilesOf(tiles, mistakes), attribution: parsed?.data ?? null };
}

function tilesOf(value: string | undefined, mistakes: string[]): MapConfig['tiles'] {
  if (value === undefined) return undefined;
  if (isStyle(value)) return { style: value };
  if (!/^[a-z][\w+.-]*:\/\//i.test(value) && value.endsWith('.pmtiles')) return { file: value };
  mistakes.push('MAP_TILES: must be the path of a .pmtiles file, or the https address of a style');
  return undefined;
}

function isStyle(value: string): boolean {
  try {
    const { protocol, host, username, password } = new URL(value);
    // The policy of pages names the host, so nothing in it may end a directive.
    const isPlain = /^[\w.:[\]-]+$/.test(host) && username === '' && password === '';
    return protocol === 'https:' && isPlain && value.length <= limits.url;
  } catch {
    return false;
  }
}
