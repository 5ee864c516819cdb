import { ObjectId, type Document } from 'mongodb';

import type { Collection } from './collection.ts';
import type { CheckPlan, Target } from './target.ts';
import { badValue, ServerError } from './server-error.ts';
import { updated, upserted, type UpdateContext } from './update.ts';
import { compare } from './values.ts';

/** A fault in the middle of a command that holds several writes. */
type WriteFault = (index: number) => ServerError | undefined;

/** The checks and faults of a write. */
export interface WriteChecks {
  readonly writeFault: WriteFault;
  readonly checkPlan: CheckPlan;
}

const contextOf = ({ state }: Target, inserting = false): UpdateContext => ({
  now: state.now(),
  timestamp: () => state.timestamp(),
  inserting,
});

/** Runs the writes of a command in order; an ordered command ends at the first that fails. */
function each(
  statements: readonly Document[],
  ordered: boolean,
  fault: WriteFault,
  write: (statement: Document, index: number) => void,
): Document[] {
  const writeErrors: Document[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      const failure = fault(index);
      if (failure !== undefined) throw failure;
      write(statement, index);
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      writeErrors.push({ index, code: error.code, errmsg: error.message, ...error.more });
      if (ordered) break;
    }
  }
  return writeErrors;
}

const withErrors = (response: Document, writeErrors: Document[]): Document => ({
  ...response,
  ...(writeErrors.length > 0 && { writeErrors }),
});

export function insert(target: Target, command: Document, { writeFault }: WriteChecks): Document {
  const collection = target.state.make(target.database, target.name);
  let n = 0;
  const errors = each(command['documents'], command['ordered'] ?? true, writeFault, (document) => {
    const whole: Document = '_id' in document ? document : { _id: new ObjectId(), ...document };
    collection.insert(whole);
    target.state.changed(target.database, target.name, 'insert', whole);
    n += 1;
  });
  return withErrors({ n }, errors);
}

export function update(target: Target, command: Document, checks: WriteChecks): Document {
  const collection = target.state.make(target.database, target.name);
  const response = { n: 0, nModified: 0 };
  const upsertedIds: Document[] = [];
  const errors = each(
    command['updates'],
    command['ordered'] ?? true,
    checks.writeFault,
    (statement, index) => {
      const { q, u, multi = false, upsert = false, hint } = statement;
      checks.checkPlan(collection.plan({ filter: q, hint }), target, { filter: q });
      const found = collection.find({ filter: q, hint });
      if (found.length === 0 && upsert) {
        upsertedIds.push({ index, _id: insertUpserted(target, collection, q, u)['_id'] });
        response.n += 1;
        return;
      }
      for (const document of multi ? found : found.slice(0, 1)) {
        response.n += 1;
        if (change(target, collection, document, u) !== document) response.nModified += 1;
      }
    },
  );
  return withErrors({ ...response, ...(upsertedIds.length > 0 && { upserted: upsertedIds }) }, errors);
}

function insertUpserted(
  target: Target,
  collection: Collection,
  filter: Document,
  update: Document,
): Document {
  const document = upserted(filter, update, contextOf(target));
  collection.insert(document);
  target.state.changed(target.database, target.name, 'insert', document);
  return document;
}

function change(target: Target, collection: Collection, before: Document, update: Document): Document {
  const after = updated(before, update, contextOf(target));
  if (compare(after, before) === 0) return before;
  collection.replace(before, after);
  const operation = Object.keys(update).some((key) => key.startsWith('$')) || Array.isArray(update);
  target.state.changed(target.database, target.name, operation ? 'update' : 'replace', after);
  return after;
}

export function remove(target: Target, command: Document, checks: WriteChecks): Document {
  let n = 0;
  const errors = each(
    command['deletes'],
    command['ordered'] ?? true,
    checks.writeFault,
    ({ q, limit, hint }) => {
      const collection = target.state.get(target.database, target.name);
      if (collection !== undefined)
        checks.checkPlan(collection.plan({ filter: q, hint }), target, { filter: q });
      const found = collection?.find({ filter: q, hint }) ?? [];
      for (const document of limit === 1 ? found.slice(0, 1) : found) {
        collection?.remove(document);
        target.state.changed(target.database, target.name, 'delete', document);
        n += 1;
      }
    },
  );
  return withErrors({ n }, errors);
}

export function findAndModify(target: Target, command: Document, { checkPlan }: WriteChecks): Document {
  const collection = target.state.make(target.database, target.name);
  const {
    query = {},
    sort,
    update,
    remove: isRemove = false,
    upsert = false,
    new: wantsNew = false,
    hint,
  } = command;
  if (update === undefined && !isRemove) throw badValue('Either an update or remove=true must be specified');
  checkPlan(collection.plan({ filter: query, sort, hint }), target, { filter: query, sort });
  const [before] = collection.find({ filter: query, sort, hint });
  if (before === undefined) {
    if (!upsert) return { value: null, lastErrorObject: { n: 0, updatedExisting: false } };
    const inserted = insertUpserted(target, collection, query, update);
    const lastErrorObject = { n: 1, updatedExisting: false, upserted: inserted['_id'] };
    return { value: wantsNew ? inserted : null, lastErrorObject };
  }
  if (isRemove) {
    collection.remove(before);
    target.state.changed(target.database, target.name, 'delete', before);
    return { value: before, lastErrorObject: { n: 1 } };
  }
  const after = change(target, collection, before, update);
  return { value: wantsNew ? after : before, lastErrorObject: { n: 1, updatedExisting: true } };
}
