// Computes the versions of the read models, for the build and for code that runs from the sources.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'vite';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const target = 'contracts/shared/read-model-versions.ts';
const placeholder = 'const versions: Readonly<Record<string, string>> = {};';

/**
 * The fingerprint of a module and all modules that it uses, minified: comments, formatting, types and unused code make
 * no difference. Packages are not included.
 * @param {string} file @param {string} folder @returns {Promise<{ version: string, modules: readonly string[] }>}
 */
export async function fingerprintOf(file, folder = root) {
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [
      {
        name: 'without-versions',
        load: (id) => (id === path.join(folder, target) ? `export const versionOf = () => '';` : undefined),
      },
    ],
    build: { ssr: true, write: false, minify: true, rolldownOptions: { input: path.join(folder, file) } },
  });
  const [result] = [built].flat();
  if (result === undefined || !('output' in result)) throw new Error(`${file} was not built`);
  const [{ code, moduleIds }] = result.output;
  const version = createHash('sha256').update(code).digest('hex').slice(0, 16);
  return { version, modules: moduleIds.filter((id) => path.isAbsolute(id)) };
}

/** The module of each read model's rules. */
export const rulesOf = {
  places: 'projections/places.ts',
  history: 'projections/moderation/history.ts',
  search: 'projections/location/search.ts',
  queue: 'projections/moderation/queue.ts',
  reports: 'projections/report/reports.ts',
};

/**
 * Fills in contracts/shared/read-model-versions.ts. Each read model's rules are in one module.
 * @returns {import('vite').Plugin}
 */
export function readModelVersions() {
  return {
    name: 'read-model-versions',
    enforce: 'pre',
    async transform(code, id) {
      if (id !== path.join(root, target)) return undefined;
      if (!code.includes(placeholder)) throw new Error(`${target} has no place for the versions`);
      /** @type {Record<string, string>} */
      const versions = {};
      for (const [name, file] of Object.entries(rulesOf)) {
        const { version, modules } = await fingerprintOf(file);
        versions[name] = version;
        for (const module of modules) this.addWatchFile(module);
      }
      return { code: code.replace(placeholder, `const versions = ${JSON.stringify(versions)};`), map: null };
    },
  };
}
