// The architecture's rules (see ARCHITECTURE.md), checked by `npm run check`.
const service = (name) => `^${name}/`;
/** Composition roots (all files beside the services) and tests may know every part. */
const exempt =
  '/testing/|(^|/)main\\.ts$|^[a-z]+\\.ts$|/cli/|\\.(test|contract)\\.tsx?$|\\.test-|\\.child\\.mjs$';

/** Modules in `from` may reach into `into` only by the paths in `except`. */
const only = (name, from, into, except) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: exempt },
  to: { path: into, ...(except ? { pathNot: except } : {}) },
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contracts-know-zod-only',
      severity: 'error',
      from: { path: service('contracts'), pathNot: exempt },
      to: { pathNot: '^contracts/|node_modules/zod/' },
    },
    {
      name: 'domain-knows-contracts-only',
      severity: 'error',
      from: { path: '^command-service/domain/', pathNot: exempt },
      to: { pathNot: '^command-service/domain/|^contracts/' },
    },
    only(
      'mongodb-knows-no-service',
      service('mongodb'),
      '^(contracts|command-service|projections|query-service|web)/',
    ),
    only(
      'tests-stay-tests',
      '^(contracts|command-service|projections|query-service|mongodb|web/src)/',
      '^test/',
    ),
    only(
      'projections-read-the-log',
      service('projections'),
      '^(command-service|query-service|web)/',
      '^command-service/event-log/index\\.ts$',
    ),
    only(
      'queries-read-the-stores',
      service('query-service'),
      '^(command-service|projections|web)/',
      '^(projections/read-store|command-service/(photo-store|record-store))/index\\.ts$',
    ),
    only('commands-know-no-reading-side', service('command-service'), '^(projections|query-service|web)/'),
    only('web-knows-contracts-only', '^web/src/', '^(command-service|projections|query-service)/'),
    {
      name: 'stores-by-their-index',
      severity: 'error',
      from: { path: '^command-service/([^/]+)/', pathNot: exempt },
      to: {
        path: '^command-service/(event-log|record-store|photo-store)/',
        pathNot: '^command-service/($1)/|/index\\.ts$',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
