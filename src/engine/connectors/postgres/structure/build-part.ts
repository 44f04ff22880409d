import type {
  CollationPart,
  CommentPart,
  ForeignKeyPart,
  IdentityPart,
  NotNullPart,
  SequencePart,
  StructurePart,
  UniquePart,
} from '../../../ports/table-structure.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { recordForeignKey } from '../fence/created-tables.ts'
import type { FenceKey } from '../fence/fence.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { parseRelationName, sqlName } from '../schema/relation-name.ts'
import { postgresProblem } from '../session/postgres-problem.ts'
import { existingTables, isOf } from './existing-parts.ts'
import {
  addForeignKey,
  addIdentity,
  constraintOfIndex,
  createIndex,
  createSequence,
  createView,
  defaultSql,
  sequenceOf,
  tableOf,
  validate,
} from './part-statements.ts'
import { advanceSequence } from './sequence-values.ts'

/** Runs work in a transaction of the attempt, which may wait for locks. */
export type InTransaction = <T>(work: (session: PostgresSession) => Promise<T>) => Promise<T>

/** Builds one part, or the rest of it. @returns whether anything was built. @throws the server's own errors */
export async function buildPart(part: StructurePart, key: FenceKey, inTransaction: InTransaction): Promise<boolean> {
  if (part.kind === 'foreign_key') return buildForeignKey(part, key, inTransaction)
  return inTransaction(async (session) => {
    if (part.kind === 'identity' || part.kind === 'sequence') return buildSequence(session, part)
    if (part.kind === 'primary_key') return nameKey(session, part)
    for (const statement of await statementsOf(session, part)) await session.query(statement)
    return true
  })
}

async function statementsOf(session: PostgresSession, part: StructurePart): Promise<readonly string[]> {
  const table = tableOf(part.table)
  switch (part.kind) {
    case 'collation':
    case 'not_null':
      return renewed(session, part)
    case 'default': {
      const column = quoteIdentifier(part.name)
      return [`ALTER TABLE ${table} ALTER COLUMN ${column} SET DEFAULT ${defaultSql(part.value, part.table)}`]
    }
    case 'check': {
      const { name, condition, isInherited, isChecked, isEnforced = true } = part
      const checked = isChecked ? '' : ' NOT VALID'
      const rest = `${isInherited ? '' : ' NO INHERIT'}${isEnforced ? checked : ' NOT ENFORCED'}`
      return [
        `ALTER TABLE ${table} ADD CONSTRAINT ${quoteIdentifier(name)} CHECK (${condition.sql})${rest}`,
        ...commentOn(part),
      ]
    }
    case 'exclusion':
      return [
        `ALTER TABLE ${table} ADD CONSTRAINT ${quoteIdentifier(part.name)} ${part.condition.sql}`,
        ...commentOn(part),
      ]
    case 'unique':
      return [createIndex(part), constraintOfIndex(part), ...commentOn(part)]
    case 'index':
      return [createIndex(part), ...commentOn(part)]
    case 'view':
    case 'materialized_view':
      return [createView(part)]
    case 'comment':
      return [commentStatement(part)]
    default:
      return []
  }
}

function commentStatement({ table, name, on, text }: CommentPart): string {
  const kind = { table: 'TABLE', view: 'VIEW', materialized_view: 'MATERIALIZED VIEW' }[on]
  const place = name === '' ? `${kind} ${tableOf(table)}` : `COLUMN ${tableOf(table)}.${quoteIdentifier(name)}`
  return `COMMENT ON ${place} IS ${quoteLiteral(text)}`
}

/** What depends on the table as it is. */
async function renewed(session: PostgresSession, part: CollationPart | NotNullPart): Promise<readonly string[]> {
  const existing = (await existingTables(session, [part])).get(part.table)
  const table = tableOf(part.table)
  const name = quoteIdentifier(part.name)
  if (part.kind === 'collation') {
    const type = existing?.columns.find((column) => column.name === part.name)?.type ?? 'text'
    return [`ALTER TABLE ${table} ALTER COLUMN ${name} TYPE ${type} COLLATE ${part.collation.sql}`]
  }
  const own = existing?.constraints.find((each) => isOf(each, part))
  return own ? [`ALTER TABLE ${table} RENAME CONSTRAINT ${quoteIdentifier(own.name)} TO ${name}`] : []
}

function commentOn({ kind, table, name, comment }: StructurePart & { readonly comment?: string }): readonly string[] {
  if (comment === undefined) return []
  const index = sqlName({ ...parseRelationName(table), name })
  const on = kind === 'index' ? `INDEX ${index}` : `CONSTRAINT ${quoteIdentifier(name)} ON ${tableOf(table)}`
  return [`COMMENT ON ${on} IS ${quoteLiteral(comment)}`]
}

/** Creates the sequence if it is missing, and lets it go on after the rows in any case. */
async function buildSequence(session: PostgresSession, part: IdentityPart | SequencePart): Promise<boolean> {
  const { kind, name } = part
  const table = tableOf(part.table)
  const column = quoteIdentifier(name)
  const sequence = part.sequence && sequenceOf(part.sequence, part.table)
  let isNew = false
  if (kind === 'identity') {
    const own = (await existingTables(session, [part])).get(part.table)?.columns.find((other) => other.name === name)
    isNew = own?.isIdentity !== true
    if (isNew) await session.query(addIdentity(table, name, { isAlways: part.isAlways, sequence, rules: part.rules }))
  } else if (sequence !== undefined) {
    const [row] = await session.query('SELECT pg_catalog.to_regclass($1) IS NULL AS missing', [sequence])
    isNew = row?.['missing'] === 't'
    if (isNew) await session.query(createSequence(sequence, part.rules))
    if (isNew && part.isOwned) await session.query(`ALTER SEQUENCE ${sequence} OWNED BY ${table}.${column}`)
  }
  await advanceSequence(session, part)
  return isNew
}

/** The table has its key already, under the name that Postgres gave it. */
async function nameKey(session: PostgresSession, part: UniquePart): Promise<boolean> {
  const own = (await existingTables(session, [part])).get(part.table)?.constraints.find(({ type }) => type === 'p')
  const table = tableOf(part.table)
  const name = quoteIdentifier(part.name)
  if (own && own.name !== part.name)
    await session.query(`ALTER TABLE ${table} RENAME CONSTRAINT ${quoteIdentifier(own.name)} TO ${name}`)
  if (!own) for (const statement of [createIndex(part), constraintOfIndex(part)]) await session.query(statement)
  for (const statement of commentOn(part)) await session.query(statement)
  return true
}

/** First without its rows, which are checked by a second step with a weaker lock. One that rows break is dropped again. */
async function buildForeignKey(part: ForeignKeyPart, key: FenceKey, inTransaction: InTransaction): Promise<boolean> {
  await inTransaction(async (session) => {
    const own = (await existingTables(session, [part])).get(part.table)
    if (own?.constraints.some(({ name }) => name === part.name)) return
    await session.query(addForeignKey(part))
    for (const statement of commentOn(part)) await session.query(statement)
    await recordForeignKey(session, key, part.name)
  })
  if (!part.isChecked) return true
  try {
    await inTransaction((session) => session.query(validate(part.table, part.name)))
  } catch (error) {
    if (postgresProblem(error).retryable) throw error
    const drop = `ALTER TABLE ${tableOf(part.table)} DROP CONSTRAINT IF EXISTS ${quoteIdentifier(part.name)}`
    await inTransaction((session) => session.query(drop))
    throw error
  }
  return true
}
