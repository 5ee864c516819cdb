import { expect, it } from 'vitest';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';

import { screenNames, screenPaths } from '#contracts/screens';

import { routes } from './router.tsx';

const leavesOf = (route: RouteObject): readonly RouteObject[] => route.children?.flatMap(leavesOf) ?? [route];
const leaves = routes.flatMap(leavesOf);

it('has each path of the table, and the not-found screen for any other', () => {
  const paths = leaves.map(({ path }) => path).sort();
  expect(paths).toEqual([...screenNames.map((name) => screenPaths[name]), '*'].sort());
});

it('has a screen for each route, and a route for each screen', async () => {
  const routed = new Set<unknown>();
  for (const { path, lazy } of leaves) {
    if (typeof lazy !== 'function') throw new Error(`${path} loads no screen`);
    const { Component } = await lazy();
    expect(Component, path).toBeTypeOf('function');
    routed.add(Component);
  }
  const files = import.meta.glob<Record<string, ComponentType>>('../**/*-page.tsx');
  const pages = (await Promise.all(Object.values(files).map((load) => load()))).flatMap((module) =>
    Object.entries(module).filter(([name]) => name.endsWith('Page')),
  );
  expect(pages.length).toBeGreaterThan(10);
  for (const [name, page] of pages) expect(routed.has(page), name).toBe(true);
});
