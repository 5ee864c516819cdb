import { availableParallelism, cpus, totalmem } from 'node:os';

/** A measured number and its lower bound, both from the same run. */
export interface Row {
  readonly number: string;
  readonly ours: string;
  readonly floor?: string;
  readonly ratio?: string;
  /** The target. */
  readonly design?: string;
}

const columns = ['number', 'ours', 'floor', 'ratio', 'design'] as const satisfies readonly (keyof Row)[];

/** The rows as a table in plain text. */
export function table(rows: readonly Row[]): string {
  const head: Row = { number: 'number', ours: 'ours', floor: 'floor', ratio: 'ratio', design: 'target' };
  const width = (column: keyof Row) => Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length));
  const widths = columns.map(width);
  const line = (row: Row) =>
    columns
      .map((column, at) => (row[column] ?? '').padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  const rule = widths.map((each) => '-'.repeat(each)).join('  ');
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** The machine on which the numbers were measured. */
export function machine(tool: string): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  const model = cpus()[0]?.model ?? 'unknown processor';
  return `Node ${process.versions.node}, ${process.platform}, ${availableParallelism()} × ${model}, ${memory} GB; load from ${tool}`;
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
export const perSecond = (value: number, what = ''): string => `${whole.format(value)}${what}/s`;
export const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
export const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`;
export const ratio = (value: number): string => value.toFixed(value < 0.1 ? 4 : 2);
