import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Changed } from '#contracts/live';

import { throttleChanges } from './throttle-changes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const changed = (readModel: Changed['readModel'], ids: string[], position: string): Changed => ({
  readModel,
  ids,
  position,
});

test('one message for each read model in each period, the latest change last', () => {
  const sent: Changed[] = [];
  using throttle = throttleChanges((change) => sent.push(change), 1000);
  throttle.add([changed('locations', ['a'], '1'), changed('cities', ['c'], '1')]);
  for (let position = 2; position < 500; position += 1) {
    throttle.add([changed('locations', [`l${position % 3}`], String(position))]);
  }
  throttle.add([changed('cities', ['d'], '500')]);
  expect(sent.splice(0)).toEqual([changed('locations', ['a'], '1'), changed('cities', ['c'], '1')]);
  vi.advanceTimersByTime(999);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sent.splice(0)).toEqual([
    changed('locations', ['l2', 'l0', 'l1'], '499'),
    changed('cities', ['d'], '500'),
  ]);
  vi.advanceTimersByTime(10_000);
  expect(sent).toEqual([]);
  throttle.add([changed('stats', [], '501')]);
  expect(sent).toEqual([changed('stats', [], '501')]);
});

test('too many ids become "any", and only the latest trending list is sent', () => {
  const sent: Changed[] = [];
  using throttle = throttleChanges((change) => sent.push(change), 1000);
  throttle.add([changed('stats', [], '1')]);
  for (let number = 0; number < 201; number += 1) throttle.add([changed('photos', [`p${number}`], '2')]);
  throttle.add([changed('trending', ['a', 'b'], '3')]);
  throttle.add([changed('trending', ['b'], '4')]);
  vi.advanceTimersByTime(2000);
  expect(sent.slice(1)).toEqual([changed('photos', [], '2'), changed('trending', ['b'], '4')]);
});
