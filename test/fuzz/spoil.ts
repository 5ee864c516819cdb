import type { Random } from './random.ts';

const long = (piece: string, times: number): string => piece.repeat(times);

/** Unexpected values. */
const strangeValues: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, -0, 2 ** 53, '', ' ', [], {}, [[]], [null], { $gt: '' }],
  ...['\u0000', 'a\u0000b', '\ud800', '\u202eabc', '\u3164', '\ufeff', '\r\nSet-Cookie: a=b', '../../etc'],
  ...['<script>alert(1)</script>', "' OR '1'='1", '${7*7}', '{{7*7}}', '%00', '%s%n', 'true', 'null', 'NaN'],
  ...[long('a', 121), long('a', 3000), long('👩‍👩‍👧', 60), long('(', 500), long(' ', 500), long('\u0301', 500)],
  ...['data:image/png;base64,AAAA', 'data:,', 'data:image/png;base64', 'javascript:alert(1)', 'file:///etc'],
  ...['00000000-0000-4000-8000-000000000000', 'x@y.z', '9999999999999999999', '1e3', '0x10', '-0', '٣'],
];

/** Fields that clients must not set, and names with a special meaning in JavaScript. */
const strangeNames = [
  ...['role', 'isAdmin', 'status', 'submittedBy', 'id', 'userId', 'isTrending', 'rating', 'position'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'then', 'length', '$where', 'a.b', '', 'name[]'],
];

/** The value with something wrong in it, or an unrelated one. */
export function spoil(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null) return random.pick(strangeValues);
  if (random.percent(6)) return random.pick([[value], null, 'text', 7, [], { value }]);
  const spoilt: Record<string, unknown> = Object.assign(Object.create(null), value);
  for (let count = 1 + random.below(2); count > 0; count -= 1) spoilOne(spoilt, random);
  return spoilt;
}

function spoilOne(object: Record<string, unknown>, random: Random): void {
  const name = random.pickAny(Object.keys(object));
  const way = random.below(10);
  if (name === undefined || way < 2) object[random.pick(strangeNames)] = random.pick(strangeValues);
  else if (way < 4) Reflect.deleteProperty(object, name);
  else object[name] = random.pick(strangeValues);
}

/** The bytes of a body that is invalid as JSON or as text. */
export function spoilBytes(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  const between = random.pick([
    ...['', '"', '}', ',', '{', '\\', '\\u00', '\u0000', '[[[[', 'NaN', '/*', '1e9999'].map((piece) =>
      Buffer.from(piece),
    ),
    ...[Buffer.from([0xff]), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from([0xef, 0xbb, 0xbf])],
    Buffer.from('['.repeat(5000)),
    Buffer.from('"x":'.padEnd(70_000, ' ')),
  ]);
  return random.percent(25) ? before : Buffer.concat([before, between, after]);
}

/** An unexpected text for a path or query. */
export function spoilText(random: Random): string {
  const value = random.pick(strangeValues);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Unexpected headers, with values that HTTP allows. */
export function strangeHeader(random: Random): readonly [name: string, value: string] {
  return random.pick<readonly [string, string]>([
    ['Content-Type', 'text/plain'],
    ['Content-Type', 'application/json; charset=utf-7'],
    ['Content-Type', 'application/json; charset=utf-16'],
    ['Content-Type', 'application/problem+json'],
    ['Content-Type', 'multipart/form-data; boundary=x'],
    ['Content-Type', ';;;'],
    ['Content-Encoding', 'gzip'],
    ['Content-Encoding', 'br'],
    ['Content-Encoding', 'x'],
    ['Accept', 'text/html'],
    ['Accept', 'q=*/*;;'],
    ['Accept-Encoding', 'gzip;q=1e9, *;q=-1'],
    ['Accept-Encoding', 'br'],
    ['If-None-Match', '*'],
    ['If-None-Match', '"x", W/"y'],
    ['If-Modified-Since', 'yesterday'],
    ['Range', 'bytes=0-1'],
    ['X-Min-Position', '-1'],
    ['X-Min-Position', '9223372036854775807'],
    ['X-Min-Position', '99999999999999999999999'],
    ['X-Min-Position', '1'],
    ['Idempotency-Key', 'x'],
    ['Idempotency-Key', '11111111-1111-4111-8111-111111111111'],
    ['Origin', 'https://evil.example'],
    ['Origin', 'null'],
    ['Sec-Fetch-Site', 'cross-site'],
    ['Authorization', 'Bearer'],
    ['Authorization', 'Basic YTpi'],
    ['Authorization', `Bearer ${long('a', 2000)}`],
    ['Authorization', 'Bearer 00000000-0000-4000-8000-000000000000.AAAA'],
    ['Cookie', 'lightfall_session='],
    ['Cookie', 'lightfall_session=%; a; =b; lightfall_session=x'],
    ['X-Forwarded-For', '203.0.113.7, evil'],
    ['X-Forwarded-Proto', 'https'],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['X-Request-Id', 'a\tb'],
    ['Expect', '200-maybe'],
    ['Upgrade', 'h2c'],
    ['Host', 'evil.example'],
    ['Accept-Language', long('a,', 500)],
  ]);
}
