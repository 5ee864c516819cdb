import { hash } from 'node:crypto';

import { normaliseText } from '#contracts/shared/normalise';
import type { SignalKeys } from '#contracts/moderation/read-models-queue';
import type { SignalKind } from '#contracts/moderation/signals';

/** A key of 32 hex digits for a text of any length. */
export const keyFor = (kind: SignalKind, of: string): string =>
  `${kind}-${hash('sha256', `${kind} ${of}`, 'hex').slice(0, 32)}`;

export const noSignals: SignalKeys = {
  linkKey: null,
  hostKey: null,
  secondHostKey: null,
  textKey: null,
  burstKey: null,
  pictureKey: null,
  nearPictureKey: null,
  nearNameKey: null,
};

/** The text without invisible letters, which would make equal texts different. */
const withoutInvisible = (text: string): string => text.replace(/\p{Default_Ignorable_Code_Point}/gu, '');

/** Shorter texts are often equal by chance. */
const shortestText = 12;

/** The key of texts that differ at most in case, accents, punctuation, white space and invisible letters. */
export function textKeyOf(text: string): string | null {
  const letters = normaliseText(withoutInvisible(text)).replace(/[^\p{L}\p{N}]+/gu, ' ');
  return letters.length < shortestText ? null : keyFor('same-text', letters.trim());
}

/** An address with a scheme or www, or a name that ends like a site's name. */
const address =
  /(?:https?:\/\/|www\.)([\p{L}\p{N}.-]{1,253})|(?<![\p{L}\p{N}@.-])([\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,3}\.(?:com|net|org|info|biz|shop|online|site|xyz|top|click|link|store|club|io|ru|cn))(?![\p{L}\p{N}-])/giu;
/** The number of a text's addresses that are read, which limits the cost of hostile texts. */
const addressesMost = 20;
const hostsMost = 2;

/** The sites that a text links to, at most two: in ASCII (punycode), lower case, without `www.`. */
export function hostsIn(text: string): string[] {
  const hosts = new Set<string>();
  let looked = 0;
  for (const [, withScheme, bare] of withoutInvisible(text).matchAll(address)) {
    looked += 1;
    const host = asciiHost(withScheme ?? bare ?? '');
    if (host !== undefined) hosts.add(host);
    if (hosts.size === hostsMost || looked === addressesMost) break;
  }
  return [...hosts];
}

function asciiHost(name: string): string | undefined {
  try {
    const { hostname } = new URL(`http://${name.replace(/^[.-]+|[.-]+$/g, '')}`);
    const host = hostname.replace(/^www\./, '');
    return host.includes('.') ? host : undefined;
  } catch {
    return undefined;
  }
}

/** The keys of the sites that a text links to. */
export const hostKeysOf = ([first, second]: readonly string[]): Pick<
  SignalKeys,
  'linkKey' | 'hostKey' | 'secondHostKey'
> => ({
  linkKey: first === undefined ? null : keyFor('link', ''),
  hostKey: first === undefined ? null : keyFor('same-link', first),
  secondHostKey: second === undefined ? null : keyFor('same-link', second),
});
