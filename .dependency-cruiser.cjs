// The architecture's rules (see ARCHITECTURE.md), checked by `npm run check`. Types count as imports.
const services = 'command-service|projections|query-service';
/** Tests, and what they share, may know every part, so they are left out. */
const tests = '/testing/|\\.(test|contract)\\.tsx?$|\\.test-';

/** Modules in `from` import nothing of `to`, except what matches `allowed`. */
const never = (name, from, to, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: to, ...(allowed && { pathNot: allowed }) },
});

/** The guide's subjects: each may know only those before it, in every service and in the client. */
const subjects = [
  'light',
  'account',
  'city',
  'location',
  'photo',
  'opinion',
  'list',
  'report',
  'moderation',
  'mail',
];
const parts = `contracts|${services}|web/src/features`;
const knowsEarlierSubjectsOnly = (subject, place) =>
  never(
    `${subject}-knows-earlier-subjects-only`,
    `^(${parts})/${subject}/`,
    `^$1/(${subjects.slice(place + 1).join('|')})/`,
  );

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contracts-know-zod-only',
      severity: 'error',
      from: { path: '^contracts/', pathNot: '^contracts/light/' },
      to: { pathNot: '^contracts/|node_modules/zod/' },
    },
    never(
      'light-knows-zod-and-the-sun-only',
      '^contracts/light/',
      '.',
      '^contracts/(light|shared)/|node_modules/(zod|suncalc)/',
    ),
    never(
      'the-engine-knows-no-subject',
      '^platform/',
      `^(apps|contracts|${services}|sample|web|test|bench)/`,
      '^contracts/shared/',
    ),
    never(
      'concurrency-knows-nobody',
      '^platform/concurrency/',
      '^(contracts|platform)/',
      '^platform/concurrency/|^contracts/shared/as-error',
    ),
    ...subjects.slice(0, -1).map(knowsEarlierSubjectsOnly),
    never('shared-knows-no-subject', `^(${parts})/shared/`, `^$1/(${subjects.join('|')})/`),
    {
      name: 'deciders-are-pure',
      severity: 'error',
      from: {
        path: '^command-service/[^/]+/(decider|state|edits|edit-decisions|merging|reverts)\\.ts$',
      },
      to: {
        pathNot:
          '^command-service/[^/]+/(decider|state|edits|edit-decisions|merging|reverts)\\.ts$|^command-service/shared/|^platform/commands/decider\\.ts$|^contracts/',
      },
    },
    never('services-know-no-app', `^(${services})/`, '^(apps|web|test|bench)/'),
    never(
      'the-sample-knows-contracts-only',
      '^sample/(places|people)',
      `^(apps|platform|${services}|web|test|bench)/`,
    ),
    never('services-know-no-other-service', `^(${services})/`, `^(${services})/`, '^$1/'),
    never(
      'a-store-by-its-index-or-port',
      `^(apps|${services}|sample|bench)/`,
      '^platform/([^/]+-(log|store)|sqlite|mongodb)/',
      '^platform/[^/]+-(log|store)/(index|port)\\.ts$|^platform/sqlite/lease\\.ts$',
    ),
    never(
      'stores-know-each-other-by-index',
      '^platform/([^/]+)/',
      '^platform/[^/]+-(log|store)/',
      '^platform/$1/|/(index|port)\\.ts$',
    ),
    never('apps-know-no-test', '^apps/', '^(test|bench|web/src)/'),
    never('web-knows-contracts-only', '^web/src/', `^(apps|platform|${services}|sample|test|bench)/`),
    never('web-lib-knows-no-screen', '^web/src/lib/', '^web/src/(ui|features|app)/'),
    never('web-ui-knows-no-subject', '^web/src/ui/', '^web/src/(features|app)/'),
    never('web-features-know-no-app', '^web/src/features/', '^web/src/app/'),
    {
      name: 'no-circle-of-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: `^(platform|${parts}|web/src|apps)/` },
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: tests },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
