import { defined } from '../../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PlannedColumn } from '../../../ports/destination.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import type { IgnoredColumns } from '../../../ports/target.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { leftNotes } from '../../shared/fit-notes.ts'
import { ignoredColumns } from '../../shared/ignored-columns.ts'
import { markColumn, noMark } from '../../shared/mark-column.ts'
import { requireKey } from '../../shared/row-key.ts'
import type { ColumnLimit } from '../../shared/row-limits.ts'
import { createdNote, reshapedNotes } from '../../shared/target-notes.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import type { FenceKey } from '../fence/fence.ts'
import { baseTypeOf, isApart, valueOfColumn } from '../schema/base-type.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { ignoredBy } from '../schema/ignored-by.ts'
import { entityName, internalName, onlyRows, type RelationName, sqlName } from '../schema/relation-name.ts'
import { createStatement, createStrategy } from '../write/create-strategy.ts'
import { planGivingWay } from '../write/taken-name.ts'
import { upsertStrategy } from '../write/upsert-strategy.ts'
import type { Vanishing } from '../write/vanished-rows.ts'
import { requireWidenable, type Widening, wideningNotes, widenStatement } from '../write/widening.ts'
import type { WriteStrategy } from '../write/write-strategy.ts'
import { checkCurrency } from './check-currency.ts'
import { checkTarget } from './check-target.ts'
import { checkTypes, type TypesToMake } from './check-types.ts'
import { limitFor, limitInto } from './column-limits.ts'
import { foundColumn, madeColumn } from './planned-columns.ts'
import { postgresColumns, refuseLongNames, refuseReservedNames } from './postgres-columns.ts'
import { sequenceNotes } from './sequence-notes.ts'
import { strategyFor } from './strategy-for.ts'
import type { SurveyedTarget } from './survey-targets.ts'

interface NamedType {
  readonly name: string
  readonly type: string
}

export interface WritePlan {
  readonly strategy: WriteStrategy
  /** The columns to read, in this order. */
  readonly written: readonly string[]
  readonly notes: readonly Sentence[]
  /** The columns as they will be in the table. */
  readonly columns: readonly PlannedColumn[]
  /** All columns of the table after the run. */
  readonly after: readonly NamedType[]
  /** There is no table of that name yet. */
  readonly isNew: boolean
  /** Every column has the source's type, so that rows can be sent in the stored form of the source's system. */
  readonly isExact: boolean
  /** Written columns that need the source server's own notation instead of common text. */
  readonly nativeText: readonly string[]
  /** The type of each written column at the time of the write, and the values that it accepts. */
  readonly types: readonly string[]
  readonly limits: readonly ColumnLimit[]
  /** Types that must be created before the table. */
  readonly lacking: TypesToMake
  /** The statement by which columns of the existing table are added or get a wider type; empty if they stay. */
  readonly widening: string
  /** SQL that must run before the table can get its name. */
  readonly givingWay: readonly string[]
  /** How vanished rows are found and handled; absent if there can be none. */
  readonly vanishing?: Vanishing
  readonly ignores: IgnoredColumns
  /** See `Target.reshapes`. */
  readonly reshaped: readonly string[]
}

/** Decides how the rows of a stream are written to their table, and checks that this is possible. @throws ConnectorError */
export async function planWrite(
  session: PostgresSession,
  request: TargetRequest,
  fence: FenceKey,
  surveyed: SurveyedTarget,
): Promise<WritePlan> {
  const { columns: coming, system, computed: ofSteps, ownTypes, mode, key } = request
  const { target, flowId, runId, epoch } = fence
  refuseLongNames([target.schema, target.name])
  refuseReservedNames(markOf(request).map(({ name: mark }) => mark))
  const name = entityName(target)
  const write: Write = {
    session,
    request,
    target,
    surveyed,
    columns: postgresColumns(coming, defined({ system, computed: ofSteps, ownTypes })),
    stagingName: internalName('staging', flowId, name, runId, String(epoch)),
    key: [],
  }
  const keyed = { ...write, key: mode === 'upsert' ? requireKey(write.columns, key, name) : [] }
  const plan = await (surveyed.relation ? planIntoTable(keyed, surveyed.relation) : planNewTable(keyed))
  const computed = keyed.key.filter((own) => !plan.written.includes(own))
  if (computed.length > 0) throw computesKey(name, computed)
  return plan
}

/** What a plan is made from. */
export interface Write {
  readonly session: PostgresSession
  readonly request: TargetRequest
  readonly target: RelationName
  readonly surveyed: SurveyedTarget
  /** The columns with Postgres types. */
  readonly columns: readonly SourceColumn[]
  readonly stagingName: string
  readonly key: readonly string[]
}

async function planNewTable({
  session,
  request,
  target,
  surveyed,
  columns,
  stagingName,
  key,
}: Write): Promise<WritePlan> {
  const { taker, knownTypes } = surveyed
  const lacking = await checkTypes(session, { columns, known: knownTypes, tableIsNew: true })
  const givingWay = taker && (await planGivingWay(session, target, taker, request))
  const stored = columns.filter(({ expression }) => expression === undefined)
  const written = stored.map(({ name }) => name)
  const nativeText = namesOfRespelled(columns)
  const plan = {
    written,
    columns: columns.map((column) => madeColumn(column)),
    after: columns.map(namedType),
    notes: [
      createdNote(entityName(target), request),
      ...lackingNotes(lacking, request),
      ...checkCurrency(columns, session.currency, entityName(target)),
      ...(givingWay?.notes ?? []),
    ],
    isNew: true,
    isExact: request.computed === undefined && !(request.checksValues && mayMissValues(columns, key)),
    nativeText,
    types: stored.map(({ type }) => type),
    reshaped: [],
    ignores: ignoredColumns(stored, ignoredBy),
    limits: stored.map((column) =>
      limitFor(
        column.name,
        baseTypeOf(column),
        column.nullable && column.keyPosition === undefined && !key.includes(column.name),
        nativeText,
      ),
    ),
    lacking,
    widening: '',
    givingWay: givingWay?.statements ?? [],
  }
  if (request.mode !== 'upsert') return { ...plan, strategy: createStrategy(target, columns, stagingName) }
  const create = createStatement(sqlName(target), [...columns, ...markOf(request)])
  const widening = { added: [], retyped: [] }
  const options = { columns: written, key, apart: [], identityAlways: [], respelled: [], merged: [], create, widening }
  return { ...plan, strategy: upsertStrategy(target, stagingName, options) }
}

async function planIntoTable(write: Write, existing: Relation): Promise<WritePlan> {
  const { session, request, target, surveyed, columns, key } = write
  const { mode, computed } = request
  const fit = checkTarget(existing, columns, entityName(target), request)
  const { written, equal, retyped } = fit
  const marks = markOf(request).filter((mark) => refuseMark(existing, mark, entityName(target)))
  const added = [...fit.added, ...marks]
  const lacking = await checkTypes(session, { columns: equal, known: surveyed.knownTypes, tableIsNew: false })
  const widening: Widening = { added, retyped }
  await requireWidenable(session, existing, widening)
  const nativeText = namesOfRespelled(equal)
  const ownOf = (name: string) => existing.columns.find((there) => there.name === name)
  const ignores = ignoredColumns(existing.columns, ignoredBy)
  const vanishing = vanishingOf(write, existing, ignores, marks.length === 0)
  const types = written.map((name) => {
    const wider = [...added, ...retyped].find((changed) => changed.name === name)
    return wider?.type ?? ownOf(name)?.type ?? 'text'
  })
  const reshaped = reshapedColumns(columns, existing)
  const chosen = await strategyFor(write, existing, defined({ written, types, widening, ignores, vanishing }))
  return defined({
    written,
    columns: columns.map((column) => foundColumn(column, existing, { ...fit, key })),
    after: [
      ...existing.columns.map((own) => namedType(retyped.find(({ name }) => name === own.name) ?? own)),
      ...added.map(namedType),
    ],
    notes: [
      ...wideningNotes(target, widening, request),
      ...lackingNotes(lacking, request),
      ...checkCurrency(equal, session.currency, entityName(target)),
      ...(mode === 'replace' ? leftNotes(fit.left, request) : []),
      ...chosen.notes,
      ...(existing.isFiltered ? [hidesNote(existing)] : []),
      ...reshapedNotes(reshaped, 'json'),
      ...(await sequenceNotes(session, existing, written)),
    ],
    isNew: false,
    isExact:
      equal.length === columns.length &&
      computed === undefined &&
      !(request.checksValues && mayMissValues(columns, key, existing)),
    nativeText,
    types,
    ignores,
    reshaped,
    limits: written.map((name, index) =>
      limitInto(write, existing, { name, type: types[index] ?? 'text', nativeText }),
    ),
    lacking,
    widening: widenStatement(sqlName(target), widening),
    strategy: chosen.strategy,
    givingWay: [],
    vanishing,
  })
}

function vanishingOf(
  { request: { vanished }, key }: Write,
  existing: Relation,
  ignores: IgnoredColumns,
  hasMarks: boolean,
): Vanishing | undefined {
  if (!vanished) return undefined
  const columns = key.flatMap((name) => existing.columns.filter((own) => own.name === name))
  return {
    target: onlyRows(existing),
    key: columns.map((own) => {
      const isLoose = ignores[own.name] && true
      return defined({ name: own.name, value: valueOfColumn(own), type: baseTypeOf(own), isLoose })
    }),
    apart: existing.columns.filter(isApart).map(({ name }) => name),
    handling: vanished,
    hasMarks,
  }
}

const hidesNote = (target: Relation): Sentence =>
  sentence`Row security of ${entityName(target)} may hide rows from the account. It neither replaces nor removes what it does not see, nor recognizes that a row is there already.`

/** Rows that wait to be matched do not have the columns that the table computes. */
const computesKey = (target: string, columns: readonly string[]) =>
  new ConnectorError({
    code: 'TARGET_MISMATCH',
    message: sentence`${target} computes its key (${columns.join(', ')}) itself, so rows cannot be matched by it.`,
    hint: sentence`Choose another key for the stream, or the mode "replace".`,
  })

/** The columns in which `jsonb` gets JSON that is still a text. */
const reshapedColumns = (columns: readonly SourceColumn[], existing: Relation): readonly string[] =>
  columns
    .filter((column) => {
      const own = existing.columns.find(({ name, generated }) => name === column.name && generated === null)
      return own && baseTypeOf(own) === 'jsonb' && baseTypeOf(column) !== 'jsonb'
    })
    .map(({ name }) => name)

const namedType = ({ name, type }: NamedType): NamedType => ({ name, type })

/** The column for marks, with the type that it gets if it is missing. */
const markOf = ({ vanished }: TargetRequest): readonly SourceColumn[] =>
  vanished?.column === undefined ? [] : [markColumn(vanished.column, 'timestamp with time zone')]

/** @returns whether the column is missing. @throws ConnectorError if the existing one cannot have the time of a run */
function refuseMark({ columns }: Relation, { name }: SourceColumn, target: string): boolean {
  const own = columns.find((column) => column.name === name)
  if (own && (valueOfColumn(own).kind !== 'timestamp' || !own.nullable || own.generated !== null))
    throw noMark(target, name, own.type)
  return own === undefined
}

/** Whether a column must have values that the source may not have. @param key by which rows are updated */
const mayMissValues = (columns: readonly SourceColumn[], key: readonly string[], existing?: Relation): boolean =>
  columns.some(
    ({ name, nullable }) =>
      nullable && (key.includes(name) || existing?.columns.some((own) => own.name === name && !own.nullable)),
  )

const lackingNotes = ({ names }: TypesToMake, { isDry }: TargetRequest): readonly Sentence[] =>
  names.length === 0
    ? []
    : [
        isDry
          ? sentence`These types of the source would be created in the destination: ${names.join(', ')}.`
          : sentence`These types of the source are created in the destination: ${names.join(', ')}.`,
      ]

const namesOfRespelled = (columns: readonly SourceColumn[]): readonly string[] =>
  columns.filter(({ hasNativeText }) => hasNativeText).map(({ name }) => name)
