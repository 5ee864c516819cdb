import { createRequire } from 'node:module';

/** @import { DatabaseSync } from '@photostructure/sqlite' */
/** @typedef {typeof DatabaseSync} Driver */

/**
 * In earlier versions, two connections that write and checkpoint at once could damage a file:
 * sqlite.org/wal.html#walresetbug.
 */
const firstSoundVersion = '3.51.3';

/**
 * Returns the class of SQLite's connections, with the API of `node:sqlite`: Node's own if its SQLite is sound,
 * otherwise one from a package with prebuilt binaries. A process uses only one of them.
 * @returns {Driver}
 */
export function loadDriver() {
  return isSound(process.versions['sqlite']) ? loadBuiltIn() : loadPackage();
}

/** @returns {Driver} */
export function loadPackage() {
  const require = createRequire(import.meta.url);
  return /** @type {{ DatabaseSync: Driver }} */ (require('@photostructure/sqlite')).DatabaseSync;
}

/** @returns {Driver} */
export function loadBuiltIn() {
  const found = withoutWarning(() => process.getBuiltinModule('node:sqlite'));
  return /** @type {{ DatabaseSync: Driver }} */ (/** @type {unknown} */ (found)).DatabaseSync;
}

/**
 * Whether a version of SQLite, such as '3.53.4', is sound enough for the stores; undefined for a Node without SQLite.
 * @param {string | undefined} version
 * @returns {boolean}
 */
export const isSound = (version) =>
  (version ?? '').localeCompare(firstSoundVersion, 'en', { numeric: true }) >= 0;

/**
 * Some releases of Node warn that their SQLite is experimental. Suppresses only this warning.
 * @template T
 * @param {() => T} load
 * @returns {T}
 */
function withoutWarning(load) {
  // oxlint-disable-next-line typescript/unbound-method -- It is put back, and called with `process`.
  const { emitWarning } = process;
  process.emitWarning = (/** @type {any[]} */ ...warning) => {
    const [message, kind] = warning;
    if (kind === 'ExperimentalWarning' && /^SQLite is/.test(String(message))) return;
    Reflect.apply(emitWarning, process, warning);
  };
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
