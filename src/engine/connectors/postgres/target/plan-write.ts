import { ConnectorError } from '../../../ports/connector.ts'
import type { PlannedColumn, TargetRequest } from '../../../ports/destination.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import { fitNotes, leftNotes } from '../../shared/fit-notes.ts'
import { requireKey } from '../../shared/row-key.ts'
import type { ColumnLimit } from '../../shared/row-limits.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import type { FenceKey } from '../fence/fence.ts'
import { behindDomains, valueOfColumn } from '../schema/base-type.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { entityName, ownName, sqlName } from '../schema/relation-name.ts'
import { appendStrategy, stagedAppendStrategy } from '../write/append-strategy.ts'
import { chooseStrategy } from '../write/choose-strategy.ts'
import { createStatement, createStrategy } from '../write/create-strategy.ts'
import { planGivingWay } from '../write/taken-name.ts'
import { upsertStrategy } from '../write/upsert-strategy.ts'
import { isEmpty, requireWidenable, type Widening, wideningNotes } from '../write/widening.ts'
import type { WriteStrategy } from '../write/write-strategy.ts'
import { checkTarget, type TargetFit } from './check-target.ts'
import { checkTypes, type TypesToMake } from './check-types.ts'
import { columnLimit } from './column-limits.ts'
import { ownColumns, refuseLongNames } from './own-columns.ts'
import type { SurveyedTarget } from './survey-targets.ts'

export interface WritePlan {
  readonly strategy: WriteStrategy
  /** The columns to read, in this order. */
  readonly written: readonly string[]
  readonly notes: readonly string[]
  /** As they will stand in the table. */
  readonly columns: readonly PlannedColumn[]
  /** There is no table of that name yet. */
  readonly isNew: boolean
  /** Every column has the type that comes, so that rows may come as the source's system stores them. */
  readonly isExact: boolean
  /** Written columns that take a value as the source's server spells it, and not as the common text does. */
  readonly nativeText: readonly string[]
  /** The type of each written column, as the rows find it, and what it takes. */
  readonly types: readonly string[]
  readonly limits: readonly ColumnLimit[]
  /** Types that have to be made before the table can have them. */
  readonly lacking: TypesToMake
  /** What has to be done before the table can have its name, as SQL. */
  readonly givingWay: readonly string[]
}

/** Decides how the rows of a stream come to stand in their table, and checks that they can. @throws ConnectorError */
export async function planWrite(
  session: PostgresSession,
  { columns: coming, system, made, ownTypes, mode, key, drift, overlap }: TargetRequest,
  fence: FenceKey,
  { relation: existing, facts, taker, knownTypes }: SurveyedTarget,
): Promise<WritePlan> {
  const { target: name, flowId, runId, epoch } = fence
  refuseLongNames([name.schema, name.name])
  const columns = ownColumns(coming, {
    ...(system && { system }),
    ...(made && { made }),
    ...(ownTypes && { ownTypes }),
  })
  const stagingName = ownName('staging', flowId, entityName(name), runId, String(epoch))
  const keyColumns = mode === 'upsert' ? requireKey(columns, key, entityName(name)) : []

  if (!existing) {
    const lacking = await checkTypes(session, { columns, known: knownTypes, tableIsNew: true })
    const givingWay = taker && (await planGivingWay(session, name, taker))
    const written = columns.filter(({ expression }) => expression === undefined).map((column) => column.name)
    const notes = [`${entityName(name)} is made anew.`, ...lackingNotes(lacking), ...(givingWay?.notes ?? [])]
    const nativeText = namesOfRespelled(columns)
    const stored = columns.filter(({ name }) => written.includes(name))
    const limits = stored.map((column) =>
      limitOf(column.name, behindDomains(column), column.nullable && column.keyPosition === undefined, nativeText),
    )
    const planned = columns.map((column) => madeColumn(column))
    const plan = {
      written,
      columns: planned,
      notes,
      isNew: true,
      isExact: made === undefined,
      nativeText,
      types: stored.map(({ type }) => type),
      limits,
      lacking,
      givingWay: givingWay?.statements ?? [],
    }
    if (mode !== 'upsert') return { ...plan, strategy: createStrategy(name, columns, stagingName) }
    const create = createStatement(sqlName(name), columns)
    const widening = { added: [], retyped: [] }
    const options = { columns: written, key: keyColumns, identityAlways: [], create, widening }
    return { ...plan, strategy: upsertStrategy(name, stagingName, options) }
  }

  const fit = checkTarget(existing, columns, entityName(name), drift)
  const { written, equal, added, retyped } = fit
  const lacking = await checkTypes(session, { columns: equal, known: knownTypes, tableIsNew: false })
  const widening: Widening = { added, retyped }
  await requireWidenable(session, existing, widening)
  const notes = [
    ...wideningNotes(name, widening),
    ...lackingNotes(lacking),
    ...(mode === 'replace' ? leftNotes(fit.left) : []),
  ]
  const nativeText = namesOfRespelled(equal)
  const types = written.map((column) => {
    const wider = [...added, ...retyped].find((changed) => changed.name === column)
    return wider?.type ?? existing.columns.find((there) => there.name === column)?.type ?? 'text'
  })
  const strategy = await strategyFor(existing)
  const limits = written.map((column, index) => {
    const own = existing.columns.find((there) => there.name === column)
    const isNullable = own?.nullable ?? true
    const type = own && own.type === types[index] ? behindDomains(own) : (types[index] ?? 'text')
    return limitOf(column, type, isNullable && !keyColumns.includes(column), nativeText)
  })
  const planned = columns.map((column) => foundColumn(column, existing, { ...fit, key: keyColumns }))
  const isExact = equal.length === columns.length && made === undefined
  const plan = { written, columns: planned, notes, isNew: false, isExact, nativeText, types, limits, lacking }
  return { ...plan, strategy, givingWay: [] }

  async function strategyFor(target: Relation): Promise<WriteStrategy> {
    if (mode === 'replace') return chooseStrategy(target, facts, { columns: written, widening }, stagingName)
    if (mode === 'append')
      return isEmpty(widening) && !overlap
        ? appendStrategy(name)
        : stagedAppendStrategy(name, stagingName, {
            columns: written.map((column, index) => ({ name: column, type: types[index] ?? 'text' })),
            widening,
            ...(overlap && { overlap }),
          })
    await requireUnique(session, target, keyColumns)
    const identityAlways = target.columns.filter((column) => column.isIdentityAlways).map((column) => column.name)
    return upsertStrategy(name, stagingName, { columns: written, key: keyColumns, identityAlways, widening })
  }
}

const lackingNotes = ({ names }: TypesToMake): readonly string[] =>
  names.length === 0 ? [] : [`These types of the source are made in the destination: ${names.join(', ')}.`]

const namesOfRespelled = (columns: readonly SourceColumn[]): readonly string[] =>
  columns.filter(({ hasNativeText }) => hasNativeText).map(({ name }) => name)

/** What comes as another Postgres stores it fits where that has the same type. */
const limitOf = (name: string, type: string, nullable: boolean, nativeText: readonly string[]): ColumnLimit =>
  nativeText.includes(name) ? { column: name, nullable, limit: () => undefined } : columnLimit(name, type, nullable)

function madeColumn(column: SourceColumn): PlannedColumn {
  const { name, type, value, nullable, expression } = column
  const fit = fitNotes({ value, nullable }, { value: valueOfColumn(column), nullable })
  return { name, type, notes: expression === undefined ? fit : ['computed'] }
}

function foundColumn(
  column: SourceColumn,
  { columns }: Relation,
  { added, retyped, key }: TargetFit & { readonly key: readonly string[] },
): PlannedColumn {
  const { name, type } = column
  const own = columns.find((there) => there.name === name)
  if (!own || added.includes(column)) return { name, type, notes: ['added'] }
  if (own.generated !== null) return { name, type: own.type, notes: ['computed'] }
  const isRetyped = retyped.includes(column)
  const holds = { value: valueOfColumn(isRetyped ? column : own), nullable: own.nullable && !key.includes(name) }
  return {
    name,
    type: isRetyped ? type : own.type,
    notes: [...(isRetyped ? (['widened'] as const) : []), ...fitNotes(column, holds)],
  }
}

/** Without a unique index over exactly these columns the server cannot find the row to replace. @throws ConnectorError */
async function requireUnique(
  session: PostgresSession,
  { oid, schema, name }: Relation,
  key: readonly string[],
): Promise<void> {
  const [row] = await session.query(
    `SELECT EXISTS (SELECT FROM pg_catalog.pg_index i WHERE i.indrelid = $1 AND i.indisunique AND i.indimmediate AND i.indisvalid
       AND i.indpred IS NULL AND i.indexprs IS NULL AND i.indnkeyatts = pg_catalog.json_array_length($2::json)
       AND NOT EXISTS (SELECT FROM pg_catalog.unnest(i.indkey[0:i.indnkeyatts - 1]) k JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k
         WHERE a.attname NOT IN (SELECT pg_catalog.json_array_elements_text($2::json)))) AS found`,
    [oid, JSON.stringify(key)],
  )
  if (row?.['found'] === 't') return
  throw new ConnectorError({
    code: 'KEY_NOT_UNIQUE',
    message: `${schema}.${name} has no unique index over ${key.join(', ')}.`,
    hint: 'Create one (CREATE UNIQUE INDEX), choose another key, or drop the table so that it is made anew.',
    retryable: false,
  })
}
