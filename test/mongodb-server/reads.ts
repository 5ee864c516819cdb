import { Aggregator } from 'mingo';
import type { Document } from 'mongodb';

import type { Query } from './collection.ts';
import { badValue, ServerError } from './server-error.ts';
import type { CheckPlan, Target } from './target.ts';
import { setAt, valuesAt, type Value } from './values.ts';

const found = (target: Target, query: Query, check: CheckPlan): Document[] => {
  const collection = target.state.get(target.database, target.name);
  if (collection === undefined) return [];
  check(collection.plan(query), target, query);
  return collection.find(query);
};

const window = (documents: Document[], skip: unknown, limit: unknown): Document[] => {
  const from = Number(skip ?? 0);
  const most = Math.abs(Number(limit ?? 0));
  return documents.slice(from, most === 0 ? undefined : from + most);
};

export function find(target: Target, command: Document, check: CheckPlan): Document[] {
  const { filter = {}, sort, hint, skip, limit, projection = {} } = command;
  return window(found(target, { filter, sort, hint }, check), skip, limit).map(project(projection));
}

function project(projection: Document): (document: Document) => Document {
  const paths = Object.entries(projection) as [string, Value][];
  if (paths.length === 0) return (document) => document;
  const flags = paths.filter(([path]) => path !== '_id');
  if (flags.some(([, flag]) => flag !== 0 && flag !== 1 && flag !== true && flag !== false))
    throw badValue('The test server knows plain projections only');
  const includes = (flags.length > 0 ? flags : paths).some(([, flag]) => flag === 1 || flag === true);
  return (document) => {
    if (!includes) {
      const dropped = new Set(paths.map(([path]) => path));
      return Object.fromEntries(Object.entries(document).filter(([key]) => !dropped.has(key)));
    }
    const kept: Document = {};
    if (projection['_id'] !== 0 && projection['_id'] !== false) kept['_id'] = document['_id'];
    for (const [path] of flags) {
      const [value] = valuesAt(document, path);
      if (value !== undefined) setAt(kept, path, value);
    }
    return kept;
  };
}

/** The part of a pipeline that queries the collection. */
interface Head {
  readonly filter: Document;
  readonly sort: Document | undefined;
  readonly rest: readonly Document[];
}

function headOf(pipeline: readonly Document[]): Head {
  const [first, second] = pipeline;
  const filter: Document | undefined = first?.['$match'];
  const rest = filter === undefined ? pipeline : pipeline.slice(1);
  const sort: Document | undefined = filter === undefined ? first?.['$sort'] : second?.['$sort'];
  return { filter: filter ?? {}, sort, rest: sort === undefined ? rest : rest.slice(1) };
}

const ownStages: Readonly<Record<string, (documents: Document[], operand: Value) => Document[]>> = {
  $limit: (documents, most) => window(documents, 0, most),
  $skip: (documents, count) => window(documents, count, 0),
  $project: (documents, projection) => documents.map(project(projection as Document)),
};

export function aggregate(target: Target, command: Document, check: CheckPlan): Document[] {
  const { filter, sort, rest } = headOf(command['pipeline']);
  let documents = found(target, { filter, sort, hint: command['hint'] }, check);
  for (const stage of rest) {
    const [[name, operand] = ['', undefined]] = Object.entries(stage) as [string, Value][];
    const own = ownStages[name];
    documents = own === undefined ? new Aggregator([stage]).run(documents) : own(documents, operand);
  }
  return documents;
}

export function count(target: Target, command: Document, check: CheckPlan): Document {
  const { query: filter = {}, hint, skip, limit } = command;
  // Without a condition a server answers from its metadata.
  if (Object.keys(filter as Document).length === 0)
    return { n: target.state.get(target.database, target.name)?.size ?? 0 };
  return { n: window(found(target, { filter, hint }, check), skip, limit).length };
}

/** The plan of a read, or of a command with one write, with the part of a real server's response that tests use. */
export function explain(target: Target, command: Document): Document {
  const collection = target.state.get(target.database, target.name);
  if (collection === undefined) throw new ServerError(26, 'NamespaceNotFound', 'ns does not exist');
  const head = 'aggregate' in command ? headOf(command['pipeline']) : undefined;
  const [write]: (Document | undefined)[] = command['updates'] ?? command['deletes'] ?? [];
  const filter: Document = head?.filter ?? write?.['q'] ?? command['filter'] ?? command['query'] ?? {};
  const sort: Document | undefined = head?.sort ?? command['sort'];
  const { stage, indexName, sorts } = collection.plan({ filter, sort, hint: command['hint'] });
  const scan = { stage, ...(indexName !== undefined && { indexName }) };
  const inputStage = stage === 'IXSCAN' ? { stage: 'FETCH', inputStage: scan } : scan;
  const winningPlan = sorts ? { stage: 'SORT', inputStage } : inputStage;
  return { queryPlanner: { namespace: `${target.database}.${target.name}`, winningPlan } };
}
