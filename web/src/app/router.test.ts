import { expect, it } from 'vitest';
import type { RouteObject } from 'react-router-dom';

import { isScreen, screenPaths } from '#contracts/screens';

import { routes } from './router.tsx';

const pathsOf = (route: RouteObject): readonly string[] =>
  route.children?.flatMap(pathsOf) ?? [route.index === true ? '/' : `/${route.path}`];

it('the server knows every screen of the router, and no other path counts as a screen', () => {
  const paths = routes.flatMap(pathsOf);
  expect(paths).toContain('/*');
  expect(paths.filter((path) => path !== '/*').sort()).toEqual([...screenPaths].sort());
  for (const path of ['/', '/Landing', '/privacy/', '/city/7', '/admin/people/7'])
    expect(isScreen(path), path).toBe(true);
  for (const path of ['/nowhere', '/city', '/city/7/more', '/landing/x', '/xlanding'])
    expect(isScreen(path), path).toBe(false);
});
