import type { Bench } from '../bench.ts';
import type { Row } from '../report.ts';
import { againstFloor } from '../rounds.ts';

/** The first hundred locations, as a visitor gets them: uncompressed, and compressed as for browsers. */
export const list = (bench: Bench): Promise<Row[]> =>
  againstFloor(
    bench,
    [
      { number: 'list of 100', design: '.60', headers: {} },
      { number: 'list of 100, gzip', design: '', headers: { 'Accept-Encoding': 'gzip' } },
      { number: 'list of 100, br', design: '', headers: { 'Accept-Encoding': 'gzip, deflate, br, zstd' } },
    ].map(({ headers, ...rest }) => ({
      ...rest,
      load: () => ({ requests: [{ method: 'GET', path: '/api/locations', headers }] as const }),
    })),
  );
