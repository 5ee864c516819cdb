import type { ReadModelDeclaration } from '#platform/read-store/index';

/** Held by the runner that writes the live generation of a model. */
export const writerLease = ({ name, version }: ReadModelDeclaration): string =>
  `projection-${name}-${version}`;

/** Held by the process that fills a generation beside the live one. */
export const rebuildLease = ({ name, version }: ReadModelDeclaration): string => `rebuild-${name}-${version}`;
