/**
 * The screens of the web client and their paths. The client's router and links, and the server's answers to paths, are
 * made from this table; any other path shows the not-found screen.
 */
export const screenPaths = {
  home: '/',
  landing: '/landing',
  city: '/city/:id',
  location: '/location/:id',
  contributor: '/people/:id',
  map: '/map',
  lists: '/lists',
  list: '/lists/:id',
  sharedList: '/list/:id',
  favorites: '/favorites',
  submissions: '/submissions',
  profile: '/profile',
  privacy: '/privacy',
  terms: '/terms',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  signInCallback: '/auth/callback',
  dashboard: '/admin',
  queue: '/admin/queue',
  people: '/admin/people',
  person: '/admin/people/:id',
  activity: '/admin/activity',
} as const;
export type ScreenName = keyof typeof screenPaths;

// The cast: Object.keys gives the names of this table, which its type cannot express.
export const screenNames = Object.keys(screenPaths) as readonly ScreenName[];

/** Parts of the home screen and its list of all places, for links. */
export const homeParts = { cities: '/#cities', locations: '/#locations', all: '/?all' } as const;

/** The screens that emails link to. Their URLs contain a secret until the client removes it. */
export const mailedScreens = ['resetPassword', 'confirmEmail'] as const satisfies readonly ScreenName[];

/** The screens that the server renders (web/src/app/reads.ts); any other screen is sent as an empty page. */
export const renderedScreens = [
  'home',
  'landing',
  'city',
  'location',
  'contributor',
  'lists',
  'list',
  'sharedList',
  'map',
  'favorites',
  'submissions',
  'privacy',
  'terms',
] as const satisfies readonly ScreenName[];
export type RenderedScreen = (typeof renderedScreens)[number];

/** Parameters of a page's URL that change what the server renders. */
export const pageParams = [
  'q',
  'category',
  'bestTime',
  'minRating',
  'light',
  'sort',
  'all',
  'bbox',
  'zoom',
  'page',
] as const;

type Ids<Path extends string> = Path extends `${string}:id` ? readonly [id: string] : readonly [];

/** The path of a screen, for links to it: `pathOf('profile')`, `pathOf('city', id)`. */
export const pathOf = <S extends ScreenName>(screen: S, ...[id = '']: Ids<(typeof screenPaths)[S]>): string =>
  screenPaths[screen].replace(':id', () => id);

export interface ScreenAt {
  readonly name: ScreenName;
  /** As written in the path; empty for a screen without an id. */
  readonly id: string;
  /** The path in the spelling of links. */
  readonly path: string;
}

/** The screen at a path; null if there is none. Like the router, ignores case and a slash at the end. */
export function screenAt(path: string): ScreenAt | null {
  for (const name of screenNames) {
    const pattern = new RegExp(`^${screenPaths[name].replace(':id', '([^/]+)')}/?$`, 'i');
    const found = pattern.exec(path);
    if (found === null) continue;
    const [, id = ''] = found;
    return { name, id, path: screenPaths[name].replace(':id', () => id) };
  }
  return null;
}
