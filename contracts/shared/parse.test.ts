import { administrator, ordinaryPerson } from './person.ts';
import { describe, expect, it } from 'vitest';

import { operations, type OperationName } from '../api.ts';
import type { Operation } from './operation.ts';
import { errorStatus, Refusal, type ErrorCode } from './errors.ts';
import { limits } from './limits.ts';
import { checkAccess, parseInput, type Viewer } from './parse.ts';
import { problemOf, Problem } from './problem.ts';
import { errorTexts } from './texts.ts';

const anna: Viewer = ordinaryPerson('anna');
const moderator: Viewer = { ...ordinaryPerson('mo'), canModerate: true };
const admin: Viewer = administrator('admin');
const id = '3c9a9c1e-8a7b-5e1d-a5f2-2f0d7b8e9c33';

function refusalOf(action: () => unknown): Refusal {
  try {
    action();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('Nothing was refused');
}
const errorsOf = (operation: Operation, input: Parameters<typeof parseInput>[1]) => {
  const { code, details } = refusalOf(() => parseInput(operation, input));
  expect(code).toBe('invalid');
  return details.errors?.map(({ path, message }) => `${path}: ${message}`);
};

describe('who may call', () => {
  const codeFor = (operation: Operation, viewer: Viewer) => {
    try {
      checkAccess(operation, viewer);
      return 'may';
    } catch (error) {
      return error instanceof Refusal ? error.code : error;
    }
  };
  it.each(Object.keys(operations) as OperationName[])('%s', (name) => {
    const operation: Operation = operations[name];
    const expected = {
      public: ['may', 'may', 'may', 'may'],
      user: ['unauthorized', 'may', 'may', 'may'],
      moderator: ['unauthorized', 'forbidden', 'may', 'may'],
      admin: ['unauthorized', 'forbidden', 'forbidden', 'may'],
    }[operation.access];
    expect([null, anna, moderator, admin].map((viewer) => codeFor(operation, viewer))).toEqual(expected);
  });
  it('every write outside /auth needs a session, and every call under /api/admin at least a moderator', () => {
    for (const { method, path, access } of Object.values(operations)) {
      if (method !== 'GET' && !path.startsWith('/auth/')) expect(access, path).not.toBe('public');
      if (path.startsWith('/api/admin/')) expect(['moderator', 'admin'], path).toContain(access);
    }
  });
});

describe('a request', () => {
  it('of another kind gets an explanation in words', () => {
    for (const body of [undefined, []])
      expect(errorsOf(operations.createCity, { body })).toEqual([': The body must be a JSON object']);
    expect(errorsOf(operations.decide, { body: { items: [5] } })).toEqual([
      'items.0: items.0 must be a JSON object',
    ]);
    expect(errorsOf(operations.setSession, { body: { accessToken: 'a', refreshToken: 5 } })).toEqual([
      'refreshToken: refreshToken must be text',
    ]);
  });
  it('is parsed into the operation’s input', () => {
    const parsed = parseInput(operations.listLocations, {
      query: {
        search: 'quay',
        category: 'Street Art',
        city: id.toUpperCase(),
        limit: '20',
        minRating: '4.5',
      },
    });
    expect(parsed.query).toEqual({
      search: 'quay',
      category: 'street-art',
      city: id,
      limit: 20,
      minRating: 4.5,
    });
  });
  it('gets all its errors in one answer', () => {
    expect(
      errorsOf(operations.updateLocation, {
        params: { id: '1' },
        body: { name: '', category: 'bar', rating: 9 },
      }),
    ).toEqual([
      'id: Location id must be a UUID',
      'name: Name is required',
      'category: Please choose a category',
    ]);
  });
  it('may omit an optional body, but not send another kind', () => {
    expect(parseInput(operations.rejectCity, { params: { id } }).body).toEqual({});
    expect(errorsOf(operations.rejectCity, { params: { id }, body: [] })).toHaveLength(1);
    expect(errorsOf(operations.createCity, { body: undefined })).toHaveLength(1);
  });
  it.each([
    [{ limit: '-1' }, 'limit: limit must be a whole number from 1 to 500'],
    [{ limit: '0' }, 'limit: limit must be a whole number from 1 to 500'],
    [{ limit: '501' }, 'limit: limit must be a whole number from 1 to 500'],
    [{ limit: ['1', '2'] }, 'limit: limit must be a whole number from 1 to 500'],
    [{ search: ['a', 'b'] }, 'search: search must be given once'],
    [{ search: 'x'.repeat(101) }, 'search: search must be at most 100 characters'],
    [{ search: 'a\u0000b' }, 'search: search contains characters that cannot be shown'],
    [{ cursor: ['a', 'b'] }, 'cursor: cursor must be given once'],
    [{ cursor: '' }, 'cursor: The cursor does not belong to this list'],
    [{ cursor: 'x'.repeat(501) }, 'cursor: The cursor does not belong to this list'],
    [{ city: '1' }, 'city: city must be a UUID'],
    [{ category: 'bar' }, 'category: Please choose a category'],
    [{ minRating: '5.1' }, 'minRating: minRating must be a number from 0 to 5'],
    [{ minRating: '-1' }, 'minRating: minRating must be a number from 0 to 5'],
  ])('with the query %j is refused', (query, error) =>
    expect(errorsOf(operations.listLocations, { query })).toEqual([error]),
  );
  it('with an invalid id in its path is not found', () => {
    const refusal = refusalOf(() => parseInput(operations.startOAuth, { params: { provider: 'myspace' } }));
    expect(refusal.code).toBe('not-found');
    expect(parseInput(operations.startOAuth, { params: { provider: 'github' } }).params).toEqual({
      provider: 'github',
    });
  });
  it('ignores unknown query parameters', () =>
    expect(parseInput(operations.listCities, { query: { unknown: '2' } }).query).toEqual({}));
});

describe('a refusal', () => {
  const codes = Object.keys(errorStatus) as ErrorCode[];

  it.each(codes)('%s becomes a problem document', (code) => {
    const problem = problemOf(new Refusal(code), 'request-1');
    expect(Problem.parse(problem)).toEqual(problem);
    expect(problem).toMatchObject({
      status: errorStatus[code],
      code,
      message: errorTexts[code],
      requestId: 'request-1',
    });
    expect(problem.title).not.toBe('Error');
  });
  it('contains its fields, the first of which is the message', () => {
    const errors = [
      { path: 'name', message: 'Name is required' },
      { path: 'country', message: 'Country is required' },
    ];
    expect(problemOf(new Refusal('invalid', { errors }), 'r')).toMatchObject({
      message: 'Name is required',
      errors,
    });
  });
  it('of a request without any invalid field has its detail as the message', () => {
    const detail = 'The request could not be read as a JSON object.';
    expect(problemOf(new Refusal('invalid', { detail }), 'r')).toMatchObject({ detail, message: detail });
  });
  it('separates a detail from the text for people', () => {
    expect(
      problemOf(new Refusal('already-decided', { detail: 'The city was rejected.' }), 'r'),
    ).toMatchObject({
      detail: 'The city was rejected.',
      message: errorTexts['already-decided'],
    });
  });
  it.each([
    ['unauthorized', 'Unauthorized'],
    ['forbidden', 'Forbidden'],
    ['city-not-found', 'City not found'],
    ['location-not-found', 'Location not found'],
    ['photo-not-found', 'Photo not found'],
    ['edit-not-found', 'Edit not found'],
    ['approve-city-first', 'Approve the city first'],
    ['photo-already-here', 'This photo is already here'],
    ['not-an-image', 'Invalid File Type'],
    ['file-too-large', 'File Too Large'],
    ['email-taken', 'Email might already be in use'],
    ['login-failed', 'Invalid email or password'],
    ['provider-not-configured', 'Authentication is being set up. Please try again in a moment.'],
  ] as const)('%s has the promised text', (code, message) => expect(errorTexts[code]).toBe(message));
});

describe('limits', () => {
  it('have the promised values', () =>
    expect(limits).toMatchObject({
      photoBytes: 5_242_880,
      photoPixels: 50_000_000,
      passwordLeast: 6,
      pageDefault: 100,
      pageMost: 500,
      pageMostWithImages: 20,
      countMost: 1000,
      trending: 24,
      reason: 500,
      bodyBytes: 65_536,
      uploadBodyBytes: 7_500_000,
    }));
});
