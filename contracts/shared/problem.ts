import * as z from 'zod/mini';

import { errorStatus, type ErrorCode, type Refusal } from './errors.ts';
import { errorTexts } from './texts.ts';

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** The text of a refusal that a person may be shown. */
export function messageOf({ code, details }: Refusal): string {
  if (code === 'invalid') return details.errors?.[0]?.message ?? details.detail ?? errorTexts.invalid;
  return (code === 'as-it-was' ? details.detail : undefined) ?? errorTexts[code];
}

/** The RFC 9457 document of a refusal. It never contains internal details of an error. */
export function problemOf(refusal: Refusal, requestId: string): Problem {
  const status = errorStatus[refusal.code];
  const message = messageOf(refusal);
  return {
    type: 'about:blank',
    title: titles[status] ?? 'Error',
    status,
    code: refusal.code satisfies ErrorCode,
    detail: refusal.details.detail ?? message,
    message,
    ...(refusal.details.errors ? { errors: [...refusal.details.errors] } : {}),
    ...(refusal.details.into === undefined ? {} : { into: refusal.details.into }),
    ...(refusal.details.photos ? { photos: [...refusal.details.photos] } : {}),
    requestId,
  };
}

export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  /** The text that a person may be shown. */
  message: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** The place that another one was merged into. */
  into: z.optional(z.string()),
  /** Other photos with the same bytes. */
  photos: z.optional(z.array(z.object({ id: z.string(), locationId: z.string() }))),
  requestId: z.optional(z.string()),
});
export type Problem = z.infer<typeof Problem>;
