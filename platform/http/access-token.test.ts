import { parseCookie } from 'cookie';
import { describe, expect, it } from 'vitest';

import { sessionCookieOf, tokenOf } from '#platform/http/access-token';

const withCookies = ({ authorization, cookie }: { authorization?: string; cookie?: string }) => ({
  authorization,
  cookies: parseCookie(cookie ?? ''),
});

const http = sessionCookieOf('http://localhost:3000');
const https = sessionCookieOf('https://guide.example');

describe('the access token of a request', () => {
  it('is the bearer token even if there is a cookie', () => {
    const headers = { authorization: 'bearer abc.DEF-1', cookie: `${http}=other` };
    expect(tokenOf(withCookies(headers), http)).toEqual({ token: 'abc.DEF-1', by: 'bearer' });
  });

  it.each([
    ['alone', `${http}=abc`, http],
    ['among others, with spaces', `a=1;  ${http}=abc ; b=2`, http],
    ['the first of two', `${http}=abc; ${http}=def`, http],
    ['under either name where none is said', `${http}=abc`, undefined],
    ['the safer one where both are there', `${http}=def; ${https}=abc`, undefined],
  ])('is the cookie, %s', (_, cookie, name) => {
    expect(tokenOf(withCookies({ cookie }), name)).toEqual({ token: 'abc', by: 'cookie' });
  });

  it.each([
    ['no header', {}],
    ['another scheme', { authorization: 'Basic abc' }],
    ['two words', { authorization: 'Bearer a b' }],
    ['an empty cookie', { cookie: `${https}=` }],
    ['the name without its prefix', { cookie: `${http}=abc` }],
    ['a name that ends alike', { cookie: `x${https}=abc` }],
    ['names of the language’s own', { cookie: '__proto__=abc; constructor=abc' }],
  ])('is missing with %s', (_, headers) => {
    expect(tokenOf(withCookies(headers), https)).toBeUndefined();
  });
});
