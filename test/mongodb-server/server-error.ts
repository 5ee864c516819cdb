import type { Document } from 'mongodb';

/** The error of a command (`ok: 0`), or of one of its writes (`writeErrors`). */
export class ServerError extends Error {
  override readonly name = 'ServerError';
  readonly code: number;
  readonly codeName: string;
  readonly more: Document;

  constructor(code: number, codeName: string, message: string, more: Document = {}) {
    super(message);
    this.code = code;
    this.codeName = codeName;
    this.more = more;
  }
}

export const badValue = (message: string): ServerError => new ServerError(2, 'BadValue', message);
export const failedToParse = (message: string): ServerError => new ServerError(9, 'FailedToParse', message);
