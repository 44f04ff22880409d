import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { askUnlessStale, attemptTable, type FenceKey, recordCommit, refuseStale } from '../fence/fence.ts'
import { dropRetired, hasPointing, hasTriggers, triggersOf } from '../fence/retired-table.ts'
import { entityName, sqlName, type TableName } from '../schema/table-name.ts'
import { refuseChanged, targetChanged } from './table-definition.ts'
import type { WideningPlan } from './widening.ts'
import { type PersistentStrategy, stagingTable } from './write-strategy.ts'

/**
 * A table with the rows gets the target's name in one atomic rename, and the old one is dropped. Without a `definition` the target exists,
 * and the new table gets its columns, indexes, checks and partitions.
 */
export function renameStrategy(
  fence: FenceKey,
  renaming: Renaming,
  staging = attemptTable(fence, 'staging'),
): PersistentStrategy {
  const { target } = fence
  const { definition, planned, widening } = renaming
  const retired = attemptTable(fence, 'retired')
  return {
    effect: definition === undefined ? 'replaced' : 'created',
    standsAlone: true,
    planKey: JSON.stringify([definition, planned, widening?.statement('')]),
    persistent: (table) => renameStrategy(fence, renaming, table),

    async stage(session, temporary) {
      const { create, name } = stagingTable(staging, temporary)
      if (definition !== undefined) {
        await session.query(`${create} ${name} ${definition}`)
        return
      }
      await refuseChanged(session, target, planned)
      await session.query(`${create} ${name} LIKE ${sqlName(target)}`)
      if (widening) await session.query(widening.statement(name))
    },

    async publish(session, key, note) {
      const hasTriggersNow = await askUnlessStale(session, key, { question: triggersOf(target) })
      if (definition === undefined) {
        const next = await refuseChanged(session, target, planned)
        if (hasTriggersNow) throw targetChanged(target)
        // Numbers that rows of the target have had are not given again.
        if (next !== undefined) await session.query(`ALTER TABLE ${sqlName(staging)} AUTO_INCREMENT = ${next}`)
      }
      const old = definition === undefined ? `${sqlName(target)} TO ${sqlName(retired)}, ` : ''
      await session.query(`RENAME TABLE ${old}${sqlName(staging)} TO ${sqlName(target)}`)
      if (definition === undefined) await settle(session, fence)
      // The rows are in place. A lost record costs one more replacement by the same rows; the next attempt drops a remaining table.
      await recordCommit(session, key, note).catch(() => {})
      return undefined
    },

    /** Only the rename, or a newer attempt, removes the staging table. */
    async hasPublished(session, key) {
      await refuseStale(session, key)
      const rows = await session.query(
        'SELECT 1 AS found FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?',
        [staging.database, staging.name],
      )
      if (rows.length === 0 && definition === undefined) await settle(session, fence)
      return rows.length === 0
    },
  }
}

/**
 * A lost session is for `isPublished`, any other error for the next attempt, which finds the table.
 * @throws ConnectorError if the old table had to come back
 */
async function settle(session: MysqlSession, fence: FenceKey): Promise<void> {
  const { target } = fence
  const own = { target, retired: attemptTable(fence, 'retired'), spare: attemptTable(fence, 'staging') }
  const left = await dropRetired(session, own).catch((error: unknown) => {
    if (!session.isOpen) throw error
    return 'new' as const
  })
  if (left === 'new') return
  const isSeen = (await hasTriggers(session, target)) || (await hasPointing(session, target))
  throw isSeen ? targetChanged(target) : isReferredTo(target)
}

interface Renaming {
  /** Of the new table; absent if the target exists. */
  readonly definition?: string
  /** See `definitionOf`: of the target, as it was planned. */
  readonly planned?: string | undefined
  readonly widening?: WideningPlan | undefined
}

/** The server refuses to drop the old table, and the account does not see why. */
const isReferredTo = (target: TableName) =>
  new ConnectorError({
    code: 'TARGET_IN_USE',
    message: sentence`Foreign keys that the account may not see point to ${entityName(target)}, so its rows cannot be replaced.`,
    hint: sentence`Its old rows are kept. Use the mode "upsert", remove the foreign keys, or choose another target.`,
  })
