import { defined } from '../../../../core/catalog/defined.ts'
import type { TargetEffect } from '../../../../core/catalog/runs/target-effects.ts'
import type { AlteredRows, KeptNewer, Overlap } from '../../../ports/destination.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { dropAttemptTables } from '../fence/drop-attempt-tables.ts'
import { attemptTable, type FenceKey, hasRecordedCommit, recordCommit, refuseStale } from '../fence/fence.ts'
import { hasPointing } from '../fence/retired-table.ts'
import type { ComparedColumn } from '../rows/row-hash.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { sqlName } from '../schema/table-name.ts'
import { alteredRows, changingTriggers } from './altered-rows.ts'
import { refuseLongKeys } from './equal-keys.ts'
import { handleOnlyVanished } from './only-vanished.ts'
import { dropOutdated } from './outdated-rows.ts'
import { type PlainStaging, plainStaging } from './plain-staging.ts'
import { dropRepeated } from './repeated-rows.ts'
import { definitionOf, orChanged, refuseChanged, targetChanged } from './table-definition.ts'
import { stageVanished, type Vanishing, vanishedTables } from './vanished-rows.ts'
import type { WideningPlan } from './widening.ts'
import { stagingTable, type WriteStrategy } from './write-strategy.ts'

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
  /** Rows of the table that stay although rows with their keys are staged. */
  readonly keepsNewer?: KeptNewer
  /** Those of its columns whose equal values may be written in different ways: a row gets the new one. */
  readonly respelled: readonly string[]
}

/** One transaction moves the rows from the staging table into the target, so that the target stays the same table. */
export function mergeStrategy(
  fence: FenceKey,
  { columns, known = [], repeats, existing, definition, planned, widening, vanishing, plain }: Merge,
): WriteStrategy {
  const target = sqlName(fence.target)
  const staging = sqlName(attemptTable(fence, 'staging'))
  const names = columns.map(quoteIdentifier)
  const isByKey = typeof existing === 'object' && definition === undefined
  let isWide = widening === undefined
  let expected = planned
  return {
    effect: definition === undefined ? effect() : 'created',
    ...defined({ stagesAll: plain && true }),

    async stage(session, temporary) {
      await refuseOther(session)
      const { create, name } = stagingTable(attemptTable(fence, 'staging'), temporary)
      const like = plain && !temporary ? plainStaging(target, plain) : `LIKE ${target}`
      await session.query(`${create} ${name} ${definition ?? like}`)
      if (widening) await session.query(widening.statement(name))
      if (vanishing) await stageVanished(session, vanishing, vanishedTables(fence, temporary), create)
    },

    async publish(session, key, note) {
      // CREATE TABLE is not part of a transaction, so the table exists, empty, a moment before its rows; the record of the commit must not.
      if (definition !== undefined) await session.query(`CREATE TABLE IF NOT EXISTS ${target} LIKE ${staging}`)
      await widen(session, key)
      let repeated = 0
      let outdated = 0
      let vanished: number | undefined
      let altered: AlteredRows | undefined
      const triggers = known.length > 0 ? await changingTriggers(session, fence.target) : ''
      await session.query('START TRANSACTION')
      try {
        await refuseStale(session, key, true)
        if (isByKey) await refuseLongKeys(session, fence.target, staging)
        if (existing === 'replaced') await deleteRows(session)
        if (isByKey && existing.keepsNewer)
          outdated = await dropOutdated(session, {
            staging,
            target,
            key: existing.key,
            keepsNewer: existing.keepsNewer,
          })
        if (repeats) repeated = await dropRepeated(session, { staging, target, columns: known, overlap: repeats })
        await session.query(
          `INSERT INTO ${target} (${names.join(', ')}) SELECT ${names.map((name) => `s.${name}`).join(', ')} FROM ${staging} s${onDuplicate()}`,
        )
        // The rows hold the table as it is now.
        await refuseOther(session)
        const placed = {
          target: fence.target,
          staging,
          columns: known,
          ...defined({ key: isByKey ? existing.key : undefined }),
        }
        if (triggers !== '') altered = await alteredRows(session, placed, triggers)
        if (vanishing) vanished = await handleOnlyVanished(session, fence.target, vanishing, vanishedTables(fence))
        await recordCommit(session, key, { ...note, rows: note.rows - repeated - outdated })
      } catch (error) {
        if (session.isOpen) await session.query('ROLLBACK').catch(() => {})
        throw await explained(session, error)
      }
      await session.query('COMMIT')
      await dropAttemptTables(session, fence)
      return defined({ repeated, outdated, vanished, altered })
    },

    hasPublished: hasRecordedCommit,
  }

  async function widen(session: MysqlSession, key: FenceKey): Promise<void> {
    if (!widening || isWide) return
    // ALTER TABLE ends a transaction, so it cannot be in the same transaction as the rows; by itself it removes no data.
    await refuseStale(session, key)
    await refuseOther(session)
    await session.query(widening.statement(target))
    expected = await definitionOf(session, fence.target)
    isWide = true
  }

  /** @throws ConnectorError if an existing target is not what it was when the plan was made */
  async function refuseOther(session: MysqlSession): Promise<void> {
    if (definition === undefined) await refuseChanged(session, fence.target, expected)
  }

  async function explained(session: MysqlSession, error: unknown): Promise<unknown> {
    return definition === undefined ? orChanged(session, { target: fence.target, planned: expected, error }) : error
  }

  /** @throws ConnectorError if other tables refer to the rows since the plan was made: theirs would be deleted as well */
  async function deleteRows(session: MysqlSession): Promise<void> {
    if (await hasPointing(session, fence.target)) throw targetChanged(fence.target)
    await session.query(`DELETE FROM ${target}`)
  }

  function effect(): TargetEffect {
    if (existing === 'replaced') return 'refilled'
    return existing === 'kept' ? 'appended' : 'upserted'
  }

  function onDuplicate(): string {
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
}
