import * as z from 'zod/mini';

import { cityParams } from '../city/api.ts';
import { locationParams } from '../location/api.ts';
import { photoIdParams } from '../photo/api.ts';
import { operation } from '../shared/operation.ts';
import { hex, TreeHead } from '../shared/tree-head.ts';

/** An event's place in the log, and in the Merkle tree over the hashes of the log's events. */
const place = {
  position: z.string().check(z.regex(/^\d{1,19}$/)),
  /** The index of its leaf, from 0. */
  index: z.int().check(z.nonnegative()),
  hash: hex(32),
  /** The hash of the event before it in the log; empty for the first. */
  previousHash: z.union([hex(32), z.literal('')]),
};
/** From the leaf's neighbour to the root's children. */
const inclusion = z.array(hex(32));
const entity = z.object({ type: z.enum(['city', 'location', 'photo']), id: z.string() });

/** What the hash covers in addition to the previous hash. */
const ChainedEvent = z.object({
  /** As stored, with the installation's prefix if there is one. */
  stream: z.string(),
  revision: z.int().check(z.nonnegative()),
  id: z.string(),
  type: z.string(),
  /** The stored JSON texts. */
  data: z.string(),
  metadata: z.string(),
});

export const evidenceFormat = 'lightfall-evidence-1';
export const receiptFormat = 'lightfall-receipt-1';

/** Everything that happened to one entity, and the proof that the log holds it. */
export const Evidence = z.object({
  format: z.literal(evidenceFormat),
  entity,
  events: z.array(z.object({ ...place, event: ChainedEvent, inclusion })),
  /** The originals of the photos in it. */
  photos: z.array(z.object({ id: z.string(), sha256: hex(32) })),
  treeHead: TreeHead,
  /** The signature of the whole file without this field. */
  signature: hex(64),
});
export type Evidence = z.infer<typeof Evidence>;
export type ProvedEvent = Evidence['events'][number];

/** One decision, and the proof that the log holds an event with that hash. It names nobody. */
export const Receipt = z.object({
  format: z.literal(receiptFormat),
  entity,
  events: z
    .array(
      z.object({
        ...place,
        event: z.object({
          stream: z.string(),
          revision: z.int().check(z.nonnegative()),
          id: z.string(),
          type: z.string(),
          /** ISO 8601, UTC. */
          time: z.string(),
          /** The revision that was decided on; null if the request did not name one. */
          seen: z.nullable(z.int()),
          data: z.record(z.string(), z.unknown()),
        }),
        inclusion,
      }),
    )
    .check(z.length(1)),
  treeHead: TreeHead,
  signature: hex(64),
});
export type Receipt = z.infer<typeof Receipt>;

const evidence = { responses: { 200: Evidence } } as const;

export const proofCalls = {
  cityEvidence: operation('admin', 'GET', '/api/admin/cities/{id}/evidence', {
    ...evidence,
    summary: 'Everything that happened to a city, with a signed proof, as a file for npm run verify',
    params: cityParams,
    refusals: ['city-not-found'],
  }),
  locationEvidence: operation('admin', 'GET', '/api/admin/locations/{id}/evidence', {
    ...evidence,
    summary: 'Everything that happened to a location and its photos, with a signed proof',
    params: locationParams,
    refusals: ['location-not-found'],
  }),
  photoEvidence: operation('admin', 'GET', '/api/admin/photos/{id}/evidence', {
    ...evidence,
    summary: 'Everything that happened to a photo, with a signed proof',
    params: photoIdParams,
    refusals: ['photo-not-found'],
  }),
  getReceipt: operation('user', 'GET', '/api/history/{position}/receipt', {
    summary: 'A signed proof of one decision, for whoever sent in what it decides about, and for moderators',
    params: z.object({ position: z.string().check(z.regex(/^\d{1,19}$/, 'Position must be a number')) }),
    responses: { 200: Receipt },
    refusals: ['decision-not-found'],
  }),
};
