/** Every reason for which a request can be refused, with its HTTP status. The list is closed. */
export const errorStatus = {
  invalid: 400,
  'position-unknown': 400,
  'edit-changes-nothing': 400,
  'link-not-valid': 400,
  unauthorized: 401,
  'login-failed': 401,
  'sign-in-to-confirm': 401,
  'wrong-password': 403,
  'sign-in-again': 403,
  forbidden: 403,
  'account-blocked': 403,
  'administrator-decides': 403,
  'foreign-origin': 403,
  'as-it-was': 403,
  'not-found': 404,
  'city-not-found': 404,
  'location-not-found': 404,
  'photo-not-found': 404,
  'edit-not-found': 404,
  'decision-not-found': 404,
  'batch-not-found': 404,
  'change-not-found': 404,
  'report-not-found': 404,
  'session-not-found': 404,
  'person-not-found': 404,
  'list-not-found': 404,
  'no-coordinates': 404,
  'method-not-allowed': 405,
  'too-slow': 408,
  conflict: 409,
  'list-changed': 409,
  'too-many-lists': 409,
  'already-decided': 409,
  'decided-since': 409,
  'changed-since': 409,
  'batch-closed': 409,
  'undo-too-late': 409,
  'undo-is-final': 409,
  'already-exists': 409,
  'location-merged': 409,
  'cannot-merge': 409,
  'approve-city-first': 409,
  'restore-city-first': 409,
  'restore-location-first': 409,
  'restore-too-late': 409,
  'edit-outdated': 409,
  'photo-already-here': 409,
  'photo-elsewhere': 409,
  'removed-for-ever': 409,
  'too-many-photos': 409,
  'described-too-often': 409,
  'email-taken': 409,
  'account-changed': 409,
  'administrator-stays': 409,
  'administrator-keeps-rights': 409,
  'too-much-waiting': 409,
  'too-many-reports': 409,
  'too-many-notes': 409,
  'resubmitted-too-often': 409,
  'request-running': 409,
  'body-too-large': 413,
  'file-too-large': 413,
  'too-many-pixels': 413,
  'not-json': 415,
  'not-an-image': 415,
  'key-reused': 422,
  'too-many-requests': 429,
  internal: 500,
  unavailable: 503,
  'not-caught-up': 503,
  'read-model-stopped': 503,
  'provider-not-configured': 503,
  'mail-not-set-up': 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/** One invalid field of a request: where it is (`changes.name`, empty for the whole body) and what to do. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

export interface RefusalDetails {
  /** What happened in this case, for the reader of the response; by default the code's own sentence. */
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  /** For `photo-elsewhere`: the other photos. */
  readonly photos?: readonly { readonly id: string; readonly locationId: string }[];
  /** For `changed-since`: the current revision. */
  readonly revision?: number;
  /** For `location-merged` and `cannot-merge`: the id of the place that shows the one that the request named. */
  readonly into?: string;
  /** Seconds after which the same request may succeed. */
  readonly retryAfter?: number;
}

/** The one kind of domain error: a request is refused for a reason that its sender may know. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly details: RefusalDetails;

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(details.detail ?? code);
    this.code = code;
    this.details = details;
  }
}
