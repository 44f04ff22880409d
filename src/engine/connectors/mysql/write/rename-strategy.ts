import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import type { FenceKey } from '../fence/fence.ts'
import { ownTable, recordCommit, refuseStale } from '../fence/fence.ts'
import type { TableName } from '../schema/table-name.ts'
import { entityName, sqlName } from '../schema/table-name.ts'
import type { WideningPlan } from './widening.ts'
import type { WriteStrategy } from './write-strategy.ts'
import { stagingTable } from './write-strategy.ts'

/**
 * A table with the rows gets the target's name in one atomic rename, and the old one is dropped. Without a `definition` the target exists,
 * and the new table gets its columns, indexes, checks and partitions.
 */
export function renameStrategy(
  fence: FenceKey,
  { definition, widening }: { readonly definition?: string; readonly widening?: WideningPlan | undefined },
): WriteStrategy {
  const { target } = fence
  const staging = ownTable(fence, 'staging')
  const retired = ownTable(fence, 'retired')
  let before: string | undefined
  return {
    effect: definition === undefined ? 'replaced' : 'created',
    standsAlone: true,

    async stage(session, temporary) {
      const { create, name } = stagingTable(staging, temporary)
      if (definition !== undefined) {
        await session.query(`${create} ${name} ${definition}`)
        return
      }
      before = await definitionOf(session, target)
      await session.query(`${create} ${name} LIKE ${sqlName(target)}`)
      if (widening) await session.query(widening.statement(name))
    },

    async publish(session, key, note) {
      await refuseStale(session, key)
      if (definition === undefined && (await definitionOf(session, target)) !== before) throw changed(target)
      const old = definition === undefined ? `${sqlName(target)} TO ${sqlName(retired)}, ` : ''
      await session.query(`RENAME TABLE ${old}${sqlName(staging)} TO ${sqlName(target)}`)
      // The rows are in place. A lost record costs one more replacement by the same rows; the next attempt drops a remaining table.
      await recordCommit(session, key, note).catch(() => {})
      if (definition === undefined) await session.query(`DROP TABLE IF EXISTS ${sqlName(retired)}`).catch(() => {})
      return undefined
    },

    /** Only the rename, or a newer attempt, removes the staging table. */
    async hasPublished(session, key) {
      await refuseStale(session, key)
      const rows = await session.query(
        'SELECT 1 AS found FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?',
        [staging.database, staging.name],
      )
      return rows.length === 0
    },
  }
}

/** Repeats changes to the target that were made during the run and that the rename would lose. */
async function definitionOf(session: MysqlSession, table: TableName): Promise<string> {
  const [row] = await session.query(`SHOW CREATE TABLE ${sqlName(table)}`)
  return (row?.['Create Table'] ?? '').replace(/ AUTO_INCREMENT=\d+/, '')
}

const changed = (target: TableName) =>
  new ConnectorError({
    code: 'TARGET_CHANGED',
    message: sentence`The table ${entityName(target)} was changed during the run.`,
    hint: sentence`Its old rows and the change are kept. Run again.`,
    retryable: true,
  })
