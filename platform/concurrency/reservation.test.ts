import { expect, it } from 'vitest';

import { createReservation } from './reservation.ts';

it('gives places up to the total limit and the limit of each key, and again once they are free', () => {
  const reservation = createReservation({ most: 3, mostOfKey: 2 });
  const first = reservation.take('a');
  expect(reservation.take('a')).toBeDefined();
  expect(reservation.isFull('a')).toBe(true);
  expect(reservation.take('a')).toBeUndefined();
  expect(reservation.take('b')).toBeDefined();
  expect(reservation.isFull('b')).toBe(false);
  expect(reservation.take('b')).toBeUndefined();
  expect(reservation.taken).toBe(3);
  first?.[Symbol.dispose]();
  first?.[Symbol.dispose]();
  expect(reservation.taken).toBe(2);
  expect(reservation.take('b')).toBeDefined();
});

it('also counts places that must not be refused', () => {
  const reservation = createReservation({ most: 1 });
  reservation.takeAnyway('a');
  const beyond = reservation.takeAnyway('a');
  expect(reservation.taken).toBe(2);
  beyond[Symbol.dispose]();
  expect(reservation.take('b')).toBeUndefined();
});
