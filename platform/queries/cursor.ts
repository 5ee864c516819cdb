import * as z from 'zod/mini';

import { Refusal } from '#contracts/shared/errors';
import { fieldTexts } from '#contracts/shared/texts';

/** Encodes the end of a page as an opaque text: the list's kind, the values of its sort fields, and an id. */
export function encodeCursor(kind: string, values: readonly (string | number | boolean | null)[]): string {
  return Buffer.from(JSON.stringify([kind, ...values])).toString('base64url');
}

/** The values in a cursor; undefined without one. @throws Refusal `invalid` for text that is no cursor of this list */
export function decodeCursor<S extends z.ZodMiniType<readonly unknown[]>>(
  kind: string,
  values: S,
  text: string | undefined,
): z.output<S> | undefined {
  if (text === undefined) return undefined;
  const parsed = z.array(z.unknown()).safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
  const result = values.safeParse(parsed.data?.slice(1));
  if (parsed.data?.[0] === kind && result.success) return result.data;
  throw new Refusal('invalid', {
    detail: fieldTexts.cursor,
    errors: [{ path: 'cursor', message: fieldTexts.cursor }],
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
