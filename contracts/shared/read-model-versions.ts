/** By read model. The build and the tests fill them in from the sources: see scripts/read-model-versions.mjs. */
const versions: Readonly<Record<string, string>> = {};

/**
 * The version of a read model: a fingerprint of its declaration and of all code that its rules use, without comments
 * and formatting. When it changes, the same events may give other documents.
 */
export function versionOf(name: string): string {
  const version = versions[name];
  if (version === undefined) throw new Error(`The version of the read model ${name} was not computed`);
  return version;
}
