/* global fetch */

/** Sends requests with the token; throws if one is refused. @param {string} origin @param {string} [token] */
export function caller(origin, token) {
  /** @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
  return async (method, path, body) => {
    const response = await fetch(origin + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
}
