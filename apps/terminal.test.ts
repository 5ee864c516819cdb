import { EventEmitter } from 'node:events';

import { expect, test } from 'vitest';

import { GenerationReplaced, StoreUnavailable } from '#platform/read-store/index';

import { withStores } from './with-stores.ts';
import { terminal } from './terminal.ts';

/** A stream that records what a terminal of 40 columns or a file shows. */
function recordingStream(isTTY: boolean) {
  let written = '';
  return {
    isTTY,
    columns: 40,
    on: () => undefined as never,
    write: (text: string) => {
      written += text;
      return true;
    },
    written: () => written,
    lines: () => written.split('\n').map((line) => line.split('\r\u001b[K').at(-1)),
  };
}

test('shows progress on a terminal as one line, which results replace', () => {
  const stream = recordingStream(true);
  const { print, progress } = terminal({ stdout: stream, stderr: stream });
  progress('log: 1,000');
  progress('log: 2,000');
  expect(stream.lines()).toEqual(['log: 2,000']);
  print('log: 3,000 events');
  progress('photos: 7');
  expect(stream.lines()).toEqual(['log: 3,000 events', 'photos: 7']);
  progress(`12 %: ${'places, '.repeat(20)}`);
  expect(stream.lines().at(-1)).toHaveLength(39);
});

test('writes progress to a file as a line from time to time', () => {
  const stream = recordingStream(false);
  const { progress } = terminal({ stdout: stream, stderr: stream });
  for (let count = 0; count < 1000; count += 1) progress(`log: ${count}`);
  expect(stream.written()).toBe('log: 0\n');
});

test.each(['stdout', 'stderr'] as const)('a command runs to its end if its %s is a closed pipe', (name) => {
  const events = new EventEmitter();
  const on = (event: string, listener: (error: Error) => void) => events.on(event, listener) as never;
  const streams = { stdout: recordingStream(false), stderr: recordingStream(false) };
  terminal({ ...streams, [name]: { ...streams[name], on } });
  const fail = (code: string) => events.emit('error', Object.assign(new Error(code), { code }));
  expect(() => fail('EPIPE')).not.toThrow();
  expect(() => fail('ENOSPC')).toThrow('ENOSPC');
});

test('a replay that another process has overtaken fails with a sentence', async () => {
  const printed: string[] = [];
  const overtaken = async () => {
    throw new GenerationReplaced('places');
  };
  expect(
    await withStores(
      async () => undefined,
      (line) => void printed.push(line),
      overtaken,
    ),
  ).toBe(1);
  expect(printed).toEqual([new GenerationReplaced('places').message]);
});

test('a failure that also prevents the stores from closing is printed as one sentence', async () => {
  const printed: string[] = [];
  const full = new StoreUnavailable('The disk is full');
  const unclosable = {
    [Symbol.asyncDispose]: async () => {
      throw new StoreUnavailable('Nothing can be dropped');
    },
  };
  const code = await withStores(
    async (closers) => closers.add(unclosable),
    (line) => void printed.push(line),
    async () => {
      await using _generation = unclosable;
      throw full;
    },
  );
  expect([code, printed]).toEqual([1, [full.message]]);
});
