import { describe, expect, it } from 'vitest';

import { isOwnOrigin } from '#platform/http/write-guards';

describe('an origin', () => {
  it.each([
    ['https://example.org', 'https://example.org', 'other.internal'],
    ['http://localhost:3000', 'http://localhost:3000', ''],
    ['http://127.0.0.1:3000', 'http://localhost:3000', '127.0.0.1:3000'],
    ['http://lan.test:3000', 'http://localhost:3000', 'LAN.test:3000'],
    ['https://alias.example.org', 'https://example.org', 'alias.example.org'],
  ])('%s is ours at %s, sent to %j', (origin, publicOrigin, host) =>
    expect(isOwnOrigin(origin, publicOrigin, host)).toBe(true),
  );
  it.each([
    ['http://example.org', 'https://example.org', 'example.org'],
    ['https://localhost:3000', 'http://localhost:3000', 'localhost:3000'],
    ['http://alias.example.org', 'https://example.org', 'alias.example.org'],
    ['ftp://example.org', 'https://example.org', 'example.org'],
    ['https://example.org.evil.example', 'https://example.org', 'example.org'],
    ['https://example.org:8443', 'https://example.org', 'example.org'],
    ['https://user@example.org', 'https://example.org', 'example.org'],
    ['https://example.org/', 'https://example.org', 'example.org'],
    ['null', 'https://example.org', 'null'],
    ['https://', 'https://example.org', ''],
  ])('%s is foreign at %s, sent to %j', (origin, publicOrigin, host) =>
    expect(isOwnOrigin(origin, publicOrigin, host)).toBe(false),
  );
});
