import { defined } from '../../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PlannedColumn } from '../../../ports/destination.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import type { IgnoredColumns } from '../../../ports/target.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { requireKey } from '../../shared/row-key.ts'
import type { ColumnLimit } from '../../shared/row-limits.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import type { FenceKey } from '../fence/fence.ts'
import { entityName, internalName, type RelationName } from '../schema/relation-name.ts'
import { asideStatement } from '../write/aside-statement.ts'
import type { Vanishing } from '../write/vanished-rows.ts'
import type { WriteStrategy } from '../write/write-strategy.ts'
import type { TypesToMake } from './check-types.ts'
import { planIntoTable } from './plan-into-table.ts'
import { planNewTable } from './plan-new-table.ts'
import { markOf, type NamedType } from './planned-columns.ts'
import { postgresColumns, refuseLongNames, refuseReservedNames } from './postgres-columns.ts'
import type { SurveyedTarget } from './survey-targets.ts'

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
  /** Written columns in which a -0 becomes 0. */
  readonly unsigned: readonly string[]
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
  const aside = await asideStatement(session, surveyed.relation, request.setsAside)
  const existing = aside === undefined ? surveyed.relation : undefined
  const found = await (existing ? planIntoTable(keyed, existing) : planNewTable(keyed))
  const plan = aside === undefined ? found : { ...found, widening: aside }
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

/** Rows that wait to be matched do not have the columns that the table computes. */
const computesKey = (target: string, columns: readonly string[]) =>
  new ConnectorError({
    code: 'TARGET_MISMATCH',
    message: sentence`${target} computes its key (${columns.join(', ')}) itself, so rows cannot be matched by it.`,
    hint: sentence`Choose another key for the stream, or the mode "replace".`,
  })
