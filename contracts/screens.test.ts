import { expect, it } from 'vitest';

import { pathOf, screenAt, screenNames, screenPaths } from './screens.ts';

it.each([
  ['/', 'home', ''],
  ['/Landing', 'landing', ''],
  ['/privacy/', 'privacy', ''],
  ['/city/7', 'city', '7'],
  ['/admin/people', 'people', ''],
  ['/admin/people/7', 'person', '7'],
  ['/people/7', 'contributor', '7'],
] as const)('%s is the screen %s', (path, name, id) => {
  expect(screenAt(path)).toMatchObject({ name, id });
});

it.each(['/nowhere', '/city', '/city/', '/city/7/more', '/landing/x', '/xlanding', '/admin/nobody'])(
  '%s is not a screen',
  (path) => {
    expect(screenAt(path)).toBeNull();
  },
);

it('each screen is found at its own path, and a link leads there', () => {
  for (const name of screenNames) expect(screenAt(screenPaths[name])?.name).toBe(name);
  expect(screenAt('/CITY/7/')?.path).toBe(pathOf('city', '7'));
  expect(pathOf('terms')).toBe('/terms');
  expect(pathOf('person', '$&')).toBe('/admin/people/$&');
});
