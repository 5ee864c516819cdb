import { call } from '../harness/http.ts';
import type { Person } from '../harness/in-process.ts';
import { cityInput, locationInput } from '../harness/inputs.ts';

/** Creates a city with a location, both public, and returns the location's id. `by`: the administrator. */
export async function givenPlace(origin: string, { token }: Person): Promise<string> {
  const { body } = await call(origin, 'POST', '/api/cities', { token, body: cityInput() });
  const place = locationInput(body.id);
  return (await call(origin, 'POST', '/api/locations', { token, body: place })).body.id;
}
