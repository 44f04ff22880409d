import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { inTurn } from '../../../../core/catalog/sentence-lists.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { OwnType } from '../../../ports/own-type.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { checkSchema } from '../schema/check-schema.ts'
import { describeTypes } from '../schema/describe-types.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { createType } from './create-type.ts'
import { ruleDifference, typeDifference } from './type-difference.ts'

export interface TypesToMake {
  readonly names: readonly string[]
  readonly statements: readonly string[]
}

interface Question {
  readonly columns: readonly SourceColumn[]
  /** Types that are known to be equal to the source's; results are added. */
  readonly known: Set<string>
  /** In an existing table, a domain may have other restrictions than at the source, because its columns were created with it. */
  readonly tableIsNew: boolean
}

/**
 * Checks that the destination has every type, and every user-defined type with the same definition.
 * @returns the missing types that can be created, each after the types that it needs. @throws ConnectorError that names each column
 */
export async function checkTypes(
  session: PostgresSession,
  { columns, known, tableIsNew }: Question,
): Promise<TypesToMake> {
  const unknown = await unknownToServer(session, columns, known)
  const wanted = wantedTypes(columns, known)
  const there = wanted.length === 0 ? [] : await describeTypes(session, { names: wanted.map(({ own }) => own.name) })
  const missing: WantedType[] = []
  const others: Sentence[] = []
  for (const type of wanted) {
    const found = there.find(({ name }) => name === type.own.name)
    if (!found && !NOT_MADE.includes(type.own.kind)) missing.push(type)
    else others.push(...compared(type, found, { known, tableIsNew }))
  }
  const problems = [...unknown, ...others, ...(await callsOfNothing(session, missing))]
  if (problems.length > 0) throw unknownTypes(problems)
  const made = missing.filter(({ own }) => createType(own, session.major).length > 0).map(({ own }) => own)
  return {
    names: made.map(({ name }) => name),
    statements: [...(await createSchemas(session, made)), ...made.flatMap((own) => createType(own, session.major))],
  }
}

/** A user-defined type, and the first column that has it. */
interface WantedType {
  readonly own: OwnType
  readonly column: string
}

function wantedTypes(columns: readonly SourceColumn[], known: ReadonlySet<string>): readonly WantedType[] {
  const wanted = new Map<string, WantedType>()
  for (const { name: column, ownTypes = [] } of columns)
    for (const own of ownTypes) if (!known.has(own.name) && !wanted.has(own.name)) wanted.set(own.name, { own, column })
  return [...wanted.values()]
}

/** How a type differs from the existing one, if there is one; an equal one is added to the known types. */
function compared(
  { own, column }: WantedType,
  found: OwnType | undefined,
  { known, tableIsNew }: Pick<Question, 'known' | 'tableIsNew'>,
): readonly Sentence[] {
  if (!found) return [notMade(own, column)]
  const rules = ruleDifference(own, found)
  const difference = typeDifference(own, found) ?? (tableIsNew ? rules : undefined)
  if (difference !== undefined) return [sentence`column "${column}" has the type ${own.name}, which ${difference}`]
  if (rules === undefined) known.add(own.name)
  return []
}

async function callsOfNothing(session: PostgresSession, missing: readonly WantedType[]): Promise<readonly Sentence[]> {
  const lacking = await notThere(
    session,
    missing.flatMap(({ own }) => own.calls),
  )
  return missing.flatMap(({ own, column }) =>
    own.calls
      .filter(({ name }) => lacking.has(name))
      .map(({ kind, name }) => sentence`column "${column}" has the type ${own.name}, which calls the ${kind} ${name}`),
  )
}

async function createSchemas(session: PostgresSession, made: readonly OwnType[]): Promise<readonly string[]> {
  const statements: string[] = []
  for (const schema of new Set(made.map((own) => own.schema)))
    if (!(await checkSchema(session, schema))) statements.push(`CREATE SCHEMA IF NOT EXISTS ${quoteIdentifier(schema)}`)
  return statements
}

/** Built-in types, which an older server may not have. */
async function unknownToServer(
  session: PostgresSession,
  columns: readonly SourceColumn[],
  known: Set<string>,
): Promise<Sentence[]> {
  const asked = columns.filter(({ type, ownTypes }) => !ownTypes && !known.has(type))
  if (asked.length === 0) return []
  const rows = await session.query(
    'SELECT name FROM pg_catalog.json_array_elements_text($1::json) name WHERE pg_catalog.to_regtype(name) IS NULL',
    [JSON.stringify([...new Set(asked.map(({ type }) => type))])],
  )
  const unknown = new Set(rows.map((row) => row['name']))
  for (const { type } of asked) if (!unknown.has(type)) known.add(type)
  return asked
    .filter(({ type }) => unknown.has(type))
    .map(({ name, type }) => sentence`column "${name}" has the type ${type}`)
}

async function notThere(
  session: PostgresSession,
  calls: OwnType['calls'],
): Promise<ReadonlySet<string | null | undefined>> {
  if (calls.length === 0) return new Set()
  const rows = await session.query(
    `SELECT c->>'name' AS name FROM pg_catalog.json_array_elements($1::json) c
     WHERE CASE c->>'kind' WHEN 'function' THEN pg_catalog.to_regprocedure(c->>'name')::oid ELSE pg_catalog.to_regoperator(c->>'name')::oid END IS NULL`,
    [JSON.stringify(calls)],
  )
  return new Set(rows.map((row) => row['name']))
}

/** Kinds that this program does not create. */
const NOT_MADE: readonly OwnType['kind'][] = ['extension', 'row', 'base']

function notMade(own: OwnType, column: string): Sentence {
  const { name } = own
  switch (own.kind) {
    case 'extension':
      return sentence`column "${column}" has the type ${name} of the extension ${own.extension}`
    case 'row':
      return sentence`column "${column}" has the type ${name}, which is the row type of a table`
    case 'base':
      return sentence`column "${column}" has the type ${name}, which needs functions of its own`
    default:
      return sentence`column "${column}" has the type ${name}`
  }
}

const unknownTypes = (problems: readonly Sentence[]) =>
  new ConnectorError({
    code: 'TYPE_UNKNOWN',
    message: sentence`The destination lacks what these types need, or has other types with the same name: ${inTurn(problems)}.`,
    hint: sentence`Create or change them there (for an extension: CREATE EXTENSION), leave the columns out, or use base types (a setting of the stream).`,
  })

export const lackingNotes = ({ names }: TypesToMake, { isDry }: TargetRequest): readonly Sentence[] =>
  names.length === 0
    ? []
    : [
        isDry
          ? sentence`These types of the source would be created in the destination: ${names.join(', ')}.`
          : sentence`These types of the source are created in the destination: ${names.join(', ')}.`,
      ]
