// The architecture's rules (see ARCHITECTURE.md), checked by `npm run check`. Types count as imports.
const services = 'command-service|projections|query-service';
/** Tests, and what they share, may know every part. */
const tests = '/testing/|\\.(test|contract)\\.tsx?$|\\.test-';

/** Modules in `from` import nothing of `to`, except what matches `allowed`. */
const never = (name, from, to, allowed) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: { path: to, ...(allowed && { pathNot: allowed }) },
});

/** The client's subjects: each may know only those before it. */
const webSubjects = ['account', 'city', 'location', 'photo', 'opinion', 'report', 'moderation'];
const knowsEarlierSubjectsOnly = (subject, place) =>
  never(
    `web-${subject}-knows-earlier-subjects-only`,
    `^web/src/features/${subject}/`,
    '^web/src/features/',
    `^web/src/features/(${webSubjects.slice(0, place + 1).join('|')})/`,
  );

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: { pathNot: tests }, to: { circular: true } },
    {
      name: 'contracts-know-zod-only',
      severity: 'error',
      from: { path: '^contracts/', pathNot: tests },
      to: { pathNot: '^contracts/|node_modules/zod/' },
    },
    {
      name: 'domain-knows-contracts-only',
      severity: 'error',
      from: { path: '^command-service/domain/', pathNot: tests },
      to: { pathNot: '^command-service/domain/|^contracts/' },
    },
    never('stores-know-contracts-only', '^stores/', `^(apps|${services}|sample|web|test|bench)/`),
    never(
      'concurrency-knows-nobody',
      '^concurrency/',
      `^(apps|contracts|stores|${services}|sample|web|test|bench)/`,
    ),
    never('services-know-no-app', `^(${services})/`, '^(apps|web|test|bench)/'),
    never(
      'the-sample-knows-contracts-only',
      '^sample/(places|people)',
      `^(apps|stores|${services}|web|test|bench)/`,
    ),
    never('services-know-no-other-service', `^(${services})/`, `^(${services})/`, '^$1/'),
    never(
      'a-store-by-its-index-or-port',
      `^(apps|${services}|sample|bench)/`,
      '^stores/',
      '^stores/[^/]+-(log|store)/(index|port)\\.ts$|^stores/files/|^stores/sqlite/lease\\.ts$|^stores/(waiting|closers)\\.ts$',
    ),
    never(
      'stores-know-each-other-by-index',
      '^stores/([^/]+)/',
      '^stores/[^/]+-(log|store)/',
      '^stores/$1/|/index\\.ts$',
    ),
    never('apps-know-no-test', '^apps/', '^(test|bench|web/src)/'),
    never('web-knows-contracts-only', '^web/src/', `^(apps|stores|${services}|sample|test|bench)/`),
    never('web-lib-knows-no-screen', '^web/src/lib/', '^web/src/(ui|features|app)/'),
    never('web-ui-knows-no-subject', '^web/src/ui/', '^web/src/(features|app)/'),
    never('web-features-know-no-app', '^web/src/features/', '^web/src/app/'),
    ...webSubjects.map(knowsEarlierSubjectsOnly),
    {
      name: 'no-circle-of-folders-in-web',
      severity: 'error',
      scope: 'folder',
      from: { path: '^web/src/' },
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
