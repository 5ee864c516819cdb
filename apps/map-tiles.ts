import { text } from '#contracts/shared/fields';
import { limits } from '#contracts/shared/limits';

/** The background of maps. */
export interface MapConfig {
  /** The path of a `.pmtiles` file, or the https URL of a MapLibre style; undefined for the outline of the world. */
  readonly tiles: { readonly file: string } | { readonly style: string } | undefined;
  /** The attribution of the map, if the file or style does not give it. */
  readonly attribution: string | null;
}

const attribution = text('It', { most: limits.mapAttribution });

/** Reads `MAP_TILES` and `MAP_ATTRIBUTION`. Adds any mistake to `mistakes`. */
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
    const { host, username, password } = new URL(value);
    // The content security policy of pages contains the host, so the host must not contain the end of a directive.
    const isPlain = /^[\w.:[\]-]+$/.test(host) && username === '' && password === '';
    return /^https:\/\//i.test(value) && isPlain && value.length <= limits.url;
  } catch {
    return false;
  }
}
