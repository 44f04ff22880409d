import { defined } from '../../../../core/catalog/defined.ts'
import type { TargetEffect } from '../../../../core/catalog/runs/target-effects.ts'
import type { PublishResult } from '../../../ports/load.ts'
import type { KeptNewer, Overlap } from '../../../ports/target-request.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { dropAttemptTables } from '../fence/drop-attempt-tables.ts'
import {
  attemptTable,
  type CommitRecord,
  type FenceKey,
  hasRecordedCommit,
  recordCommit,
  refuseStale,
} from '../fence/fence.ts'
import { hasPointing } from '../fence/retired-table.ts'
import type { ComparedColumn } from '../rows/row-hash.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { sqlName, type TableName } from '../schema/table-name.ts'
import { alteredRows, changingTriggers } from './altered-rows.ts'
import { refuseEmptyKeys } from './empty-keys.ts'
import { refuseLongKeys } from './equal-keys.ts'
import { handleOnlyVanished } from './only-vanished.ts'
import { dropOutdated } from './outdated-rows.ts'
import { type PlainStaging, plainStaging } from './plain-staging.ts'
import { dropRepeated } from './repeated-rows.ts'
import { dropSuperseded } from './superseded-rows.ts'
import { definitionOf, orChanged, refuseChanged, targetChanged } from './table-definition.ts'
import { stageVanished, type Vanishing, vanishedTables } from './vanished-rows.ts'
import type { WideningPlan } from './widening.ts'
import { type PersistentStrategy, stagingTable } from './write-strategy.ts'

export interface Merge {
  readonly columns: readonly string[]
  /** Written columns that the target already has. Absent: it is new. */
  readonly known?: readonly ComparedColumn[]
  /** Existing rows are left out. Absent: all rows are new. */
  readonly repeats?: Overlap
  /** What happens to the existing rows: all are deleted, all stay, or those with the key of a new row are updated. */
  readonly existing: 'replaced' | 'kept' | MergedByKey
  /** Columns and keys of a target that does not exist yet. */
  readonly definition?: string
  /** See `definitionOf`: of an existing target, as it was planned. */
  readonly planned?: string | undefined
  /** How the existing target is changed first. */
  readonly widening: WideningPlan | undefined
  /** The rows that the source no longer has are removed or marked. Absent: they stay. */
  readonly vanishing?: Vanishing
  /** Rows are staged without the constraints of the target, so that those that break one can be found. Absent: they are refused when they arrive. */
  readonly plain?: PlainStaging
}

export interface MergedByKey {
  readonly key: readonly string[]
  /** No two rows that come have keys that the target takes for equal; otherwise the last one of them stays. */
  readonly isUnique: boolean
  /** Rows of the table that stay although rows with their keys are staged. */
  readonly keepsNewer?: KeptNewer
  /** Those of its columns whose equal values may be written in different ways: a row gets the new one. */
  readonly respelled: readonly string[]
}

/** One transaction moves the rows from the staging table into the target, so that the target stays the same table. */
export class MergeStrategy implements PersistentStrategy {
  readonly effect: TargetEffect
  readonly stagesAll?: true
  readonly planKey: string
  readonly persistent?: (staging: TableName) => PersistentStrategy
  readonly hasPublished = hasRecordedCommit
  readonly #fence: FenceKey
  readonly #merge: Merge
  readonly #target: string
  readonly #stagingTable: TableName
  readonly #staging: string
  #isWide: boolean
  #expected: string | undefined

  constructor(fence: FenceKey, merge: Merge, staging = attemptTable(fence, 'staging')) {
    this.#fence = fence
    this.#merge = merge
    this.effect = merge.definition === undefined ? effectOn(merge.existing) : 'created'
    if (merge.plain) this.stagesAll = true
    this.#target = sqlName(fence.target)
    this.#stagingTable = staging
    this.#staging = sqlName(staging)
    this.planKey = planKeyOf(merge, merge.definition ?? merge.planned)
    if (mayLast(merge)) this.persistent = (table) => new MergeStrategy(fence, merge, table)
    this.#isWide = merge.widening === undefined
    this.#expected = merge.planned
  }

  async stage(session: MysqlSession, temporary?: TableName): Promise<void> {
    const { definition, widening, vanishing, plain } = this.#merge
    await this.#refuseOther(session)
    const { create, name } = stagingTable(this.#stagingTable, temporary)
    const like = plain && !temporary ? plainStaging(this.#target, plain) : `LIKE ${this.#target}`
    await session.query(`${create} ${name} ${definition ?? like}`)
    if (widening) await session.query(widening.statement(name))
    if (vanishing) await stageVanished(session, vanishing, vanishedTables(this.#fence, temporary), create)
  }

  /** CREATE TABLE is not part of a transaction, so the table exists, empty, a moment before its rows; the record of the commit must not. */
  async create(session: MysqlSession): Promise<string | undefined> {
    if (this.#merge.definition === undefined) return undefined
    await session.query(`CREATE TABLE IF NOT EXISTS ${this.#target} LIKE ${this.#staging}`)
    return planKeyOf(this.#merge, await definitionOf(session, this.#fence.target))
  }

  async publish(session: MysqlSession, key: FenceKey, note: CommitRecord): Promise<PublishResult> {
    const { known = [] } = this.#merge
    await this.create(session)
    await this.#widen(session, key)
    const triggers = known.length > 0 ? await changingTriggers(session, this.#fence.target) : ''
    await session.query('START TRANSACTION')
    let result: PublishResult
    try {
      await refuseStale(session, key, true)
      result = await this.#moveRows(session, triggers)
      const { repeated = 0, superseded = 0, outdated = 0 } = result
      await recordCommit(session, key, { ...note, rows: note.rows - repeated - superseded - outdated })
    } catch (error) {
      if (session.isOpen) await session.query('ROLLBACK').catch(() => {})
      throw await this.#explained(session, error)
    }
    await session.query('COMMIT')
    await dropAttemptTables(session, this.#fence)
    return result
  }

  /** @param triggers those of the target that may change the rows */
  async #moveRows(session: MysqlSession, triggers: string): Promise<PublishResult> {
    const { columns, known = [], repeats, existing, definition, vanishing, plain } = this.#merge
    const { target } = this.#fence
    const byKey = typeof existing === 'object' && definition === undefined ? existing : undefined
    const placed = { target, staging: this.#staging, columns: known, ...defined({ key: byKey?.key }) }
    if (byKey) {
      await refuseEmptyKeys(session, { target, staging: this.#staging, key: byKey.key })
      await refuseLongKeys(session, target, this.#staging)
    }
    if (existing === 'replaced') await this.#deleteRows(session)
    const merged = { staging: this.#staging, target: this.#target }
    const outdated = byKey?.keepsNewer
      ? await dropOutdated(session, { ...merged, key: byKey.key, keepsNewer: byKey.keepsNewer })
      : 0
    // Of the transaction, so that the earlier rows are there again if the server refuses the last.
    const superseded = byKey && plain ? await dropSuperseded(session, { ...merged, key: byKey.key }) : 0
    const repeated = repeats ? await dropRepeated(session, { ...merged, columns: known, overlap: repeats }) : 0
    const names = columns.map(quoteIdentifier)
    await session.query(
      `INSERT INTO ${this.#target} (${names.join(', ')}) SELECT ${names.map((name) => `s.${name}`).join(', ')} FROM ${this.#staging} s${onDuplicate(this.#merge)}`,
    )
    // The rows hold the table as it is now.
    await this.#refuseOther(session)
    const altered = triggers === '' ? undefined : await alteredRows(session, placed, triggers)
    const vanished = vanishing && (await handleOnlyVanished(session, target, vanishing, vanishedTables(this.#fence)))
    return defined({ repeated, superseded, outdated, vanished, altered })
  }

  async #widen(session: MysqlSession, key: FenceKey): Promise<void> {
    const { widening } = this.#merge
    if (!widening || this.#isWide) return
    // ALTER TABLE ends a transaction, so it cannot be in the same transaction as the rows; by itself it removes no data.
    await refuseStale(session, key)
    await this.#refuseOther(session)
    await session.query(widening.statement(this.#target))
    this.#expected = await definitionOf(session, this.#fence.target)
    this.#isWide = true
  }

  /** @throws ConnectorError if an existing target is not what it was when the plan was made */
  async #refuseOther(session: MysqlSession): Promise<void> {
    if (this.#merge.definition === undefined) await refuseChanged(session, this.#fence.target, this.#expected)
  }

  async #explained(session: MysqlSession, error: unknown): Promise<unknown> {
    if (this.#merge.definition !== undefined) return error
    return orChanged(session, { target: this.#fence.target, planned: this.#expected, error })
  }

  /** @throws ConnectorError if other tables refer to the rows since the plan was made: theirs would be deleted as well */
  async #deleteRows(session: MysqlSession): Promise<void> {
    if (await hasPointing(session, this.#fence.target)) throw targetChanged(this.#fence.target)
    await session.query(`DELETE FROM ${this.#target}`)
  }
}

/** Of rows with equal keys the last one stays, and ranges have no order; a table is changed, or keys are compared, by the attempt that reads the rows. */
const mayLast = ({ existing, widening, vanishing, plain }: Merge): boolean =>
  !widening && !vanishing && !plain && (typeof existing !== 'object' || existing.isUnique)

/** @param shape the statement that creates the target, or would */
const planKeyOf = ({ existing, repeats }: Merge, shape: string | undefined): string => {
  const { key, keepsNewer } = typeof existing === 'object' ? existing : {}
  return JSON.stringify([shape, key ?? existing, keepsNewer, repeats])
}

function effectOn(existing: Merge['existing']): TargetEffect {
  if (existing === 'replaced') return 'refilled'
  return existing === 'kept' ? 'appended' : 'upserted'
}

function onDuplicate({ columns, existing, vanishing }: Merge): string {
  if (existing === 'replaced' || existing === 'kept') return ''
  const { key, respelled } = existing
  const rest = columns.filter((name) => !key.includes(name) || respelled.includes(name))
  const mark = vanishing?.handling.column
  const changes = [
    ...(rest.length > 0 ? rest : columns).map(quoteIdentifier).map((name) => `${name} = s.${name}`),
    // A row that exists again is marked no longer.
    ...(mark === undefined ? [] : [`${quoteIdentifier(mark)} = NULL`]),
  ]
  return ` ON DUPLICATE KEY UPDATE ${changes.join(', ')}`
}
