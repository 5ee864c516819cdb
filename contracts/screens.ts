/** The paths of the web client's screens, as its router has them; any other path shows its not-found screen. */
export const screenPaths = [
  '/',
  '/landing',
  '/city/:id',
  '/location/:id',
  '/favorites',
  '/submissions',
  '/profile',
  '/privacy',
  '/terms',
  '/reset-password',
  '/confirm-email',
  '/auth/callback',
  '/admin',
  '/admin/queue',
  '/admin/people',
  '/admin/people/:userId',
  '/admin/activity',
] as const;

const patterns = screenPaths.map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'));

/** Whether the web client has a screen at that path. Like the router, ignores case and a slash at the end. */
export const isScreen = (path: string): boolean => patterns.some((pattern) => pattern.test(path));
