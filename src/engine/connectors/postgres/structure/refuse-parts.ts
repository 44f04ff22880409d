import type { ConnectionType } from '../../../../core/catalog/connections/connection-types.ts'
import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import type { IndexPart, NeededObject, StructurePart, UniquePart } from '../../../ports/table-structure.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { parseRelationName, sqlName } from '../schema/relation-name.ts'
import { refuseName, takenNames, unquoted } from './refuse-name.ts'

/** @returns why parts cannot be built in this database */
export async function refuseParts(
  session: PostgresSession,
  parts: readonly StructurePart[],
  system: ConnectionType,
): Promise<ReadonlyMap<StructurePart, Sentence>> {
  const methods = new Set((await session.query('SELECT amname FROM pg_catalog.pg_am')).map((row) => row['amname']))
  const taken = await takenNames(session, parts)
  const tables = new Set(parts.map(({ table }) => unquoted(sqlName(parseRelationName(table)))))
  const lacking = new Map<string, boolean>()
  const given = new Map<string, StructurePart>()
  const refused = new Map<StructurePart, Sentence>()
  for (const part of parts) {
    const reason =
      refuseName(part, taken, { given, tables }) ??
      refuseForm(part, methods, session.major, system) ??
      (await refuseNeeds(session, part, lacking))
    if (reason) refused.set(part, reason)
  }
  return refused
}

function refuseForm(
  part: StructurePart,
  methods: ReadonlySet<string | null | undefined>,
  major: number,
  system: ConnectionType,
): Sentence | undefined {
  const foreign = system === 'postgres' ? undefined : refuseForeign(part)
  if (foreign || !('elements' in part)) return foreign ?? refuseUnenforced(part, major)
  if (part.kind === 'primary_key' && (part.included.length > 0 || part.options.length > 0 || part.deferral !== 'none'))
    return sentence`The table gets a plain primary key: its further columns, settings and deferral do not come.`
  if (part.method === 'fulltext') return sentence`Postgres has no full-text index of this kind.`
  if (part.method === 'spatial') return sentence`Postgres has no spatial index of this kind.`
  if (!methods.has(part.method)) return sentence`The destination has no index method ${part.method}.`
  if (part.nullsAreEqual && major < 15) return sentence`NULLS NOT DISTINCT needs Postgres 15.`
  return undefined
}

const refuseUnenforced = (part: StructurePart, major: number): Sentence | undefined =>
  major < 18 && 'isEnforced' in part && part.isEnforced === false
    ? sentence`A rule that is not enforced needs Postgres 18.`
    : undefined

/** What another system has and Postgres does not. */
function refuseForeign(part: StructurePart): Sentence | undefined {
  if (hasSql(part)) return sentence`Its SQL is that of another system.`
  switch (part.kind) {
    case 'on_update':
      return sentence`Postgres changes no column by itself: a trigger would be needed.`
    case 'values':
      return sentence`Several values of a list arrive as one text, which is not checked.`
    case 'collation':
      return sentence`Postgres compares texts by the collation of its database.`
    case 'identity':
      return part.isWide
        ? sentence`The numbers may be larger than those that a sequence of Postgres can give.`
        : undefined
    case 'default':
      return part.value.kind === 'literal' && part.value.text.startsWith('0000-00-00')
        ? sentence`Postgres has no date ${part.value.text}.`
        : undefined
    default:
      return 'elements' in part ? refuseShortened(part) : undefined
  }
}

function refuseShortened({ elements }: IndexPart | UniquePart): Sentence | undefined {
  const short = elements.find(({ prefix }) => prefix !== undefined)
  if (short?.prefix === undefined) return undefined
  return sentence`It has only the first ${short.prefix} characters of ${short.column ?? ''}; Postgres has no such index.`
}

const hasSql = (part: StructurePart): boolean =>
  'query' in part ||
  part.kind === 'exclusion' ||
  (part.kind === 'check' && part.condition.isOwn !== true) ||
  (part.kind === 'default' && part.value.kind === 'sql') ||
  ('elements' in part && (part.condition !== undefined || part.elements.some(({ sql }) => sql !== undefined)))

function needsOfPart(part: StructurePart): readonly NeededObject[] {
  if (part.kind === 'collation') return [part.collation]
  if (part.kind === 'check' || part.kind === 'exclusion') return part.condition.needs
  if ('query' in part) return part.query.needs
  if ('elements' in part) return part.needs
  return part.kind === 'default' && part.value.kind === 'sql' ? part.value.needs : []
}

/** @param lacking what is known about objects, by their addresses */
async function refuseNeeds(
  session: PostgresSession,
  part: StructurePart,
  lacking: Map<string, boolean>,
): Promise<Sentence | undefined> {
  for (const { name, address } of needsOfPart(part)) {
    const known = JSON.stringify(address)
    const isLacking = lacking.get(known) ?? !(await exists(session, address))
    lacking.set(known, isLacking)
    if (isLacking) return sentence`It needs the ${name}, which the destination does not have.`
  }
  return undefined
}

/** The server answers with an error if there is no such object. */
const exists = (session: PostgresSession, [type, names, args]: NeededObject['address']): Promise<boolean> =>
  session
    .query(
      `SELECT pg_catalog.pg_get_object_address($1, ARRAY(SELECT pg_catalog.json_array_elements_text($2::json)),
         ARRAY(SELECT pg_catalog.json_array_elements_text($3::json)))`,
      [type, JSON.stringify(names), JSON.stringify(args)],
    )
    .then(
      () => true,
      () => false,
    )
