import { expect } from 'vitest';

import { cityInput, locationInput } from '../harness/inputs.ts';
import type { Client, Entity } from './client.ts';
import type { TestServer } from './server.ts';

export { cityInput, locationInput };

/** A city submitted by that person. It is approved immediately if the person is the administrator. */
export async function givenCity(by: Client, changes: object = {}): Promise<Entity> {
  const response = await by.post('/api/cities', cityInput(changes));
  expect(response.status).toBe(201);
  return response.body;
}

/** A location in a city, submitted by that person. */
export async function givenLocation(by: Client, cityId: string, changes: object = {}): Promise<Entity> {
  const response = await by.post('/api/locations', locationInput(cityId, changes));
  expect(response.status).toBe(201);
  return response.body;
}

/** A public location in a new city. */
export async function givenPublicLocation({ admin }: TestServer, changes: object = {}): Promise<Entity> {
  return givenLocation(admin, (await givenCity(admin)).id, changes);
}

/** A pending edit of a public location. */
export async function givenEdit(by: Client, locationId: string, changes: object): Promise<Entity> {
  const response = await by.put(`/api/locations/${locationId}`, changes);
  expect(response.status).toBe(202);
  return response.body;
}

/** Sends a decision of the administrator, or its reversal. */
export async function decide(
  admin: Client,
  what: 'cities' | 'locations',
  id: string,
  how: 'approve' | 'reject' | 'reopen' | 'restore',
  body?: object,
): Promise<Entity> {
  const response = await admin.post(`/api/admin/${what}/${id}/${how}`, body);
  expect(response.status, response.text).toBe(200);
  return response.body;
}

/** The reference to a pending item in a decision. */
export interface Item {
  readonly kind: string;
  readonly id: string;
  readonly entityType: string;
  readonly entityId: string;
}
export const itemOf = (kind: 'city' | 'location' | 'photo', id: string): Item => ({
  kind,
  id,
  entityType: kind,
  entityId: id,
});
export const editItem = ({ id, entityId }: Entity): Item => ({
  kind: 'edit',
  id,
  entityType: 'location',
  entityId,
});
export const reportItem = (entityType: string, entityId: string): Item => ({
  kind: 'report',
  id: `${entityType}-${entityId}`,
  entityType,
  entityId,
});

export const missingId = '00000000-0000-4000-8000-000000000000';
