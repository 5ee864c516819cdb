import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';
import { fieldTexts } from '#contracts/shared/texts';

/** The longest accepted text before the comma: a media type with parameters is shorter. */
const headerMost = 256;

/**
 * Returns the bytes of a base64 data URL that declares an image. Does not check whether the bytes are an image. No
 * regular expression runs over the payload, which may be 7 MB long.
 * @throws Refusal `invalid` if it is not a base64 data URL, `not-an-image` also for no bytes, `file-too-large`
 */
export function decodeDataUrl(url: string): Buffer {
  const header = url.slice(0, headerMost);
  const comma = header.indexOf(',');
  if (comma < 0 || header.slice(0, 5).toLowerCase() !== 'data:') throw malformed();
  const [type = '', ...parameters] = header.slice(5, comma).toLowerCase().split(';');
  if (!/^image\/[\w.+-]+$/.test(type.trim())) throw new Refusal('not-an-image');
  if (parameters.at(-1)?.trim() !== 'base64') throw malformed();
  return decodeBase64(url.slice(comma + 1));
}

function decodeBase64(payload: string): Buffer {
  const padding = payload.endsWith('==') ? 2 : payload.endsWith('=') ? 1 : 0;
  if ((payload.length / 4) * 3 - padding > limits.photoBytes) throw new Refusal('file-too-large');
  const bytes = Buffer.from(payload, 'base64');
  // Buffer skips characters that are not base64, so the decoded bytes must encode to the same text again.
  if (bytes.toString('base64') !== payload) throw malformed();
  if (bytes.length === 0) throw new Refusal('not-an-image');
  return bytes;
}

const malformed = (): Refusal =>
  new Refusal('invalid', { errors: [{ path: 'imageData', message: fieldTexts.dataUrl }] });
