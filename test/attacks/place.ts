import { call } from '../harness/http.ts';
import type { Person } from '../harness/in-process.ts';

/** Creates a city with a location, both public, and returns the location's id. `by`: the administrator. */
export async function givenPlace(origin: string, { token }: Person): Promise<string> {
  const city = { name: 'Porto', country: 'Portugal', imageUrl: 'https://example.org/porto.jpg' };
  const { body } = await call(origin, 'POST', '/api/cities', { token, body: city });
  const place = { name: 'Ribeira', description: 'By the river', cityId: body.id, category: 'viewpoint' };
  return (await call(origin, 'POST', '/api/locations', { token, body: place })).body.id;
}
