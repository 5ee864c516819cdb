import { errorStatus, type ErrorCode, type Refusal } from './errors.ts';
import { errorTexts } from './texts.ts';
import type { Problem } from './views/other.ts';

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** The RFC 9457 document that tells of a refusal. Nothing of an error's inside ever gets in here. */
export function problemOf(refusal: Refusal, requestId: string): Problem {
  const status = errorStatus[refusal.code];
  const message =
    refusal.code === 'invalid'
      ? (refusal.details.errors?.[0]?.message ?? errorTexts.invalid)
      : errorTexts[refusal.code];
  return {
    type: 'about:blank',
    title: titles[status] ?? 'Error',
    status,
    code: refusal.code satisfies ErrorCode,
    detail: refusal.details.detail ?? message,
    message,
    ...(refusal.details.errors ? { errors: [...refusal.details.errors] } : {}),
    requestId,
  };
}
