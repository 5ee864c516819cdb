import { text } from '#contracts/shared/fields';
import { limits } from '#contracts/shared/limits';
import type { Licence } from '#contracts/shared/about';

/** The licence of uploads unless the operator sets another one. */
const defaultLicence: Licence = {
  name: 'CC BY 4.0',
  url: 'https://creativecommons.org/licenses/by/4.0/',
};

const name = text('Its name', { most: limits.licenceName });

/**
 * The licence of uploads in `PHOTO_LICENCE`, as in `CC BY-SA 4.0 https://creativecommons.org/licenses/by-sa/4.0/`; the
 * address may be left out. Adds what is wrong with it to `mistakes`.
 */
export function readLicence(
  { PHOTO_LICENCE: value = defaultLicence.name }: Readonly<Record<string, string | undefined>>,
  mistakes: string[],
): Licence {
  const [, before = value, address] = /^(.*\S)\s+(\S*:\S*)$/.exec(value.trim()) ?? [];
  const parsed = name.safeParse(before);
  for (const { message } of parsed.error?.issues ?? []) mistakes.push(`PHOTO_LICENCE: ${message}`);
  if (/:\/\//.test(before))
    mistakes.push('PHOTO_LICENCE: begins with the name, and the address is behind it');
  if (address !== undefined && !isWebAddress(address))
    mistakes.push('PHOTO_LICENCE: the address must begin with https:// or http://');
  const licence = parsed.data ?? before;
  return { name: licence, url: address ?? (licence === defaultLicence.name ? defaultLicence.url : null) };
}

function isWebAddress(value: string): boolean {
  try {
    return /^https?:$/.test(new URL(value).protocol) && value.length <= limits.url;
  } catch {
    return false;
  }
}
