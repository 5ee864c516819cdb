import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

/** Only reviewed packages are installed: exact versions, from the registry, with checksums and without scripts. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = async (file: string) => JSON.parse(await readFile(path.join(root, file), 'utf8'));

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  /** Bundled with the package that needs it. */
  readonly inBundle?: boolean;
}
const manifest: { dependencies: Record<string, string>; devDependencies: Record<string, string> } =
  await read('package.json');
const lock: { lockfileVersion: number; packages: Record<string, Locked> } = await read('package-lock.json');
const packages = Object.entries(lock.packages).filter(([name]) => name !== '');
const production = packages.filter(([, { dev }]) => dev !== true);

describe('package.json', () => {
  it('names exact versions', () => {
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
  });
});

describe('package-lock.json', () => {
  it('contains the source and checksum of every package', () => {
    expect(lock.lockfileVersion).toBe(3);
    for (const [name, { resolved, integrity, inBundle }] of packages) {
      // A bundled package is covered by the checksum of its parent.
      if (inBundle === true) continue;
      // When omitted, it is the registry that npm is configured with.
      expect(resolved ?? 'https://registry.npmjs.org/', name).toMatch(/^https:\/\/registry\.npmjs\.org\//);
      expect(integrity, name).toMatch(/^sha512-/);
    }
  });

  it('has no production package with an install script, except two that work without it', () => {
    const withScript = production.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    // One checks that its binary loads, the other only prints; npm ci --ignore-scripts works.
    expect(withScript.map(([name]) => name)).toEqual([
      'node_modules/@photostructure/sqlite',
      'node_modules/protobufjs',
    ]);
  });

  it('contains compiled binaries for each platform, and needs no compiler', () => {
    for (const name of ['@node-rs/argon2-linux-x64-gnu', '@img/sharp-linux-x64']) {
      expect(lock.packages[`node_modules/${name}`], name).toBeDefined();
    }
    const prebuilt = path.join(root, 'node_modules/@photostructure/sqlite/prebuilds');
    for (const platform of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']) {
      expect(existsSync(path.join(prebuilt, platform)), platform).toBe(true);
    }
  });
});

it('the library of the fake providers is not installed for production', () => {
  expect(Object.keys(manifest.devDependencies)).toContain('oidc-provider');
  expect(Object.keys(manifest.dependencies)).not.toContain('oidc-provider');
});

it('a package with an install script works without running it', async () => {
  const folder = path.join(root, 'node_modules/protobufjs');
  if (!existsSync(folder)) return;
  const { scripts } = (await read('node_modules/protobufjs/package.json')) as {
    scripts: Record<string, string>;
  };
  expect(scripts['postinstall']).toBe('node scripts/postinstall');
  const script = await readFile(path.join(folder, 'scripts/postinstall.js'), 'utf8');
  expect(script).not.toMatch(/child_process|http|writeFile|exec/);
});
