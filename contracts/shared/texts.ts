import type { ErrorCode } from './errors.ts';
import { initialFailureTexts } from '../initial.ts';
import type { SignInError, SignInNotice } from './providers.ts';

export { brand } from '../initial.ts';

/** The text for people when a request is refused: `message` in every problem document. */
export const errorTexts: Readonly<Record<ErrorCode, string>> = {
  invalid: 'Please check the highlighted fields.',
  'mail-not-set-up': 'Mail is not set up here. Please ask the administrator.',
  'position-unknown': 'That position has not been reached by the log.',
  'edit-changes-nothing': 'The edit changes nothing.',
  'link-not-valid': 'This link is no longer valid.',
  unauthorized: 'Unauthorized',
  'login-failed': 'Invalid email or password',
  'sign-in-to-confirm': 'Sign in to confirm this address.',
  'wrong-password': 'The current password is not right.',
  'sign-in-again': 'Please sign out and in again first, so that we know that it is you.',
  forbidden: 'Forbidden',
  'administrator-decides': 'Only the administrator may decide this.',
  'account-blocked': 'Your account may not contribute at the moment.',
  'foreign-origin': 'Forbidden',
  'as-it-was': 'This is the guide as it was.',
  'not-found': 'Not found',
  'city-not-found': 'City not found',
  'location-not-found': 'Location not found',
  'photo-not-found': 'Photo not found',
  'edit-not-found': 'Edit not found',
  'decision-not-found': 'Decision not found',
  'batch-not-found': 'Batch not found',
  'change-not-found': 'Change not found',
  'report-not-found': 'Report not found',
  'session-not-found': 'Session not found',
  'person-not-found': 'Person not found',
  'list-not-found': 'List not found',
  'no-coordinates': 'No coordinates yet',
  'method-not-allowed': 'Method not allowed',
  'too-slow': 'The connection was too slow. Please try again.',
  conflict: 'Someone else changed this at the same moment. Please look again.',
  'list-changed': 'This list was changed in another window.',
  'too-many-lists': 'You have as many lists as one person may have.',
  'already-decided': 'This has already been decided.',
  'decided-since': 'This has been decided again since.',
  'changed-since': 'This has changed since you looked.',
  'batch-closed': 'This batch is not yours, was undone, or began more than an hour ago.',
  'undo-is-final': 'An undo cannot be undone. Decide again.',
  'undo-too-late': 'Decisions can be taken back for 30 days.',
  'already-exists': 'This already exists.',
  'location-merged': 'This place was merged into another one.',
  'cannot-merge': 'Please choose another public place of the same city.',
  'approve-city-first': 'Approve the city first',
  'restore-city-first': 'Restore the city first',
  'restore-location-first': 'Restore the location first',
  'restore-too-late': 'What was deleted can be restored for 30 days.',
  'edit-outdated': 'The location has changed since this edit was made.',
  'photo-already-here': 'This photo is already here',
  'photo-elsewhere': 'Other photos have the same picture. Remove all of them, or none.',
  'removed-for-ever': 'This photo was removed for ever.',
  'too-many-photos': 'Too many photos',
  'described-too-often': 'This photo has been described too often.',
  'email-taken': 'Email might already be in use',
  'account-changed': 'Your account has changed meanwhile. Please sign in again.',
  'administrator-stays': 'The administrator’s account cannot be erased.',
  'administrator-keeps-rights': 'The administrator can be neither blocked nor given another role.',
  'too-much-waiting': 'Please wait until some of what you sent has been reviewed.',
  'too-many-reports': 'Please wait until some of the open reports have been answered.',
  'too-many-notes': 'There are as many notes on this as there may be.',
  'resubmitted-too-often': 'This has been sent in again as often as it may be.',
  'request-running': 'The same request is still running.',
  'body-too-large': 'The request is too large.',
  'file-too-large': 'File Too Large',
  'too-many-pixels': 'File Too Large',
  'not-json': 'Please send JSON.',
  'not-an-image': 'Invalid File Type',
  'key-reused': 'This idempotency key was used with another request.',
  'too-many-requests': 'Too many requests. Please wait a moment.',
  internal: 'Something went wrong on our side.',
  unavailable: 'The service is not reachable right now. Please try again in a moment.',
  'not-caught-up': 'Your change is saved and will show in a moment. Please try again.',
  'read-model-stopped': 'Changes could not be shown right now, so none are taken. Please try again later.',
  'provider-not-configured': 'Authentication is being set up. Please try again in a moment.',
};

/** Why a provider's sign-in failed, by the code that the return page gets. */
export const signInErrorTexts: Readonly<Record<SignInError, string>> = {
  cancelled: 'The sign-in was cancelled.',
  expired: 'The sign-in took too long, or was started in another browser. Please try again.',
  'provider-failed': 'Failed to sign in',
  'email-unverified':
    'Your email address is not verified there. Please verify it with the provider first, then sign in again.',
  'email-missing': 'The provider did not tell an email address, and an account needs one.',
  'email-ambiguous':
    'There is an account with this email address. Please sign in to it as before: an address with letters beyond A to Z cannot be joined to it.',
  'other-account':
    'This email address belongs to an account that signs in with another account of that provider.',
  'too-many-requests': 'Too many requests. Please wait a moment.',
  unavailable: 'The service is not reachable right now. Please try again in a moment.',
};

/** The text for each side effect of a provider's sign-in. */
export const signInNoticeTexts: Readonly<Record<SignInNotice, string>> = {
  'password-removed':
    'Nobody had confirmed this email address before, so the password of its account was removed. You can set a new one in your profile.',
};

export const successTexts = {
  cityAdded: 'City added successfully',
  locationAdded: 'Location added successfully',
  cityUpdated: 'City updated successfully',
  locationUpdated: 'Location updated successfully',
  locationEditProposed: 'Your location edit has been submitted for admin approval',
  cityDeleted: 'City and all its locations deleted successfully',
  locationDeleted: 'Location deleted successfully',
  photosUploaded: (count: number) => `${count} photo(s) uploaded successfully!`,
  photoFeatured: 'Featured photo updated!',
  photoDeleted: 'Photo deleted successfully',
  loggedIn: 'Successfully logged in!',
  registered: 'Account created and logged in!',
  namesChanged: 'Your names are saved',
  publicNameChanged: 'Your public name is saved',
  notifyChanged: 'Your choice is saved',
  passwordSet: 'Your password is set. Other devices are signed out.',
  sessionEnded: 'That session has ended',
  accountErased: 'Your account is erased',
} as const;

/** What a screen shows if a request failed without a message from the server. */
export const failureTexts = {
  addLocation: 'Failed to add location',
  addCity: 'Failed to add city',
  updateCity: 'Failed to update city',
  updateLocation: 'Failed to update location',
  deleteCity: 'Failed to delete city',
  deleteLocation: 'Failed to delete location',
  deletePhoto: 'Failed to delete photo',
  featurePhoto: 'Failed to set featured photo',
  ...initialFailureTexts,
  login: { title: 'Login Failed', text: 'Invalid email or password' },
  registration: { title: 'Registration Failed', text: 'Email might already be in use' },
  uploadSignedOut: { title: 'Authentication Required', text: 'Please sign in to upload photos.' },
  upload: { title: 'Upload Failed', text: 'Failed to upload photos. Please try again.' },
  notAnImage: (file: string) => ({ title: 'Invalid File Type', text: `${file} is not an image file.` }),
  tooLarge: (file: string) => ({ title: 'File Too Large', text: `${file} is larger than 5MB.` }),
} as const;

/** Replaces the name of a place or city that the person may not see. */
export const hiddenNames = {
  city: 'a city that is not public',
  location: 'a place that is not public',
} as const;

/** The sentence on a guide in its state at a time (ISO 8601). */
export const asItWas = (time: string): string => `This is the guide as it was on ${time}.`;

/** The input schemas' messages about a field. */
export const fieldTexts = {
  required: (label: string) => `${label} is required`,
  notText: (label: string) => `${label} must be text`,
  tooLong: (label: string, most: number) => `${label} must be at most ${most} characters`,
  tooShort: (label: string, least: number) => `${label} must be at least ${least} characters`,
  strangeCharacters: (label: string) => `${label} contains characters that cannot be shown`,
  reservedName: 'This name is reserved. Please choose another one.',
  imageUrl: 'Please enter a valid image URL',
  foreignPicture: 'Pictures of other sites are not shown here. Please upload the picture.',
  email: 'Please enter a valid email address',
  category: 'Please choose a category',
  bestTime: 'Please choose one of the listed times',
  coordinates: 'Coordinates must be a latitude and a longitude',
  degrees: (label: string, most: number) => `${label} must be a number from -${most} to ${most}`,
  uuid: (label: string) => `${label} must be a UUID`,
  word: (label: string) => `${label} must be a word in small letters`,
  time: (label: string) => `${label} must be a day or a time with its zone (ISO 8601)`,
  position: (label: string) => `${label} must be a position of the log, a whole number`,
  moment: (label: string) =>
    `${label} must be a position of the log, or a day or a time with its zone (ISO 8601)`,
  positionOrTime: 'Either position or time is needed',
  oneOf: (label: string, values: readonly string[]) => `${label} must be one of ${values.join(', ')}`,
  itemId: 'id must be a UUID, or of a report its entity’s type and UUID',
  itemNames: 'id, entityType and entityId do not name one thing',
  itemCount: (most: number) => `Between 1 and ${most} items can be decided at once`,
  reasonCount: (most: number) => `At most ${most} reasons have a key`,
  signal: 'signal must be the key of a signal',
  itemTwice: 'An item is listed twice',
  number: (label: string, from: number, to: number) =>
    `${label} must be a whole number from ${from} to ${to}`,
  measure: (label: string, most: number) => `${label} must be a number from 0.01 to ${most}`,
  localTime: 'The time must be like 2026-10-03T18:42:10, without a zone',
  exposure: 'The exposure must be like 1/125, or 2 for seconds',
  cursor: 'The cursor does not belong to this list',
  dataUrl: 'imageData must be a base64 data URL',
} as const;
