import { STATE_COLUMNS, type StateStore, stateOf, stateValues, type TableState } from '../../sql/changes/table-state.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { bookkeepingTables } from '../fence/fence.ts'
import { sqlName, type TableName } from '../schema/table-name.ts'
import { addWaiting, forgetWaiting, readWaiting, takeWaiting } from './waiting-changes.ts'

interface StoreKey {
  readonly flowId: string
  /** In which what waits is kept. */
  readonly database: string
  /** Of the targets: a copy of one finds its state beside it. */
  readonly databases: readonly string[]
  /** @param entity of the source */
  readonly targetOf: (entity: string) => TableName
}

const statesTable = (database: string) => sqlName(bookkeepingTables(database).mirror)

/** The states of a mirror in the databases of its targets, and what waits in one of them. */
export const mysqlStateStore = (session: MysqlSession, key: StoreKey): StateStore => ({
  readStates: () => readStates(session, key),
  writeState: (entity, state) => writeState(session, key, entity, state),
  async forgetStates(but) {
    const others = but.length > 0 ? ` AND entity NOT IN (${but.map(() => '?').join(', ')})` : ''
    for (const database of key.databases)
      await session.query(`DELETE FROM ${statesTable(database)} WHERE flow_id = ?${others}`, [key.flowId, ...but])
  },
  readWaiting: () => readWaiting(session, key),
  addWaiting: (recorded) => addWaiting(session, key, recorded),
  takeWaiting: (entity) => takeWaiting(session, key, entity),
  forgetWaiting: (entities) => forgetWaiting(session, key, entities),
})

async function readStates(session: MysqlSession, { flowId, databases }: StoreKey): Promise<Map<string, TableState>> {
  const states = new Map<string, TableState>()
  for (const database of databases) {
    const rows = await session.query(
      `SELECT entity, ${STATE_COLUMNS.join(', ')} FROM ${statesTable(database)} WHERE flow_id = ?`,
      [flowId],
    )
    for (const row of rows) states.set(row['entity'] ?? '', stateOf(row))
  }
  return states
}

async function writeState(
  session: MysqlSession,
  { flowId, targetOf }: StoreKey,
  entity: string,
  state: TableState,
): Promise<void> {
  const target = targetOf(entity)
  const names = ['target', ...STATE_COLUMNS]
  await session.query(
    `INSERT INTO ${statesTable(target.database)} (flow_id, entity, ${names.join(', ')}, changed_at) VALUES (?, ?, ${names.map(() => '?').join(', ')}, NOW(6))
     ON DUPLICATE KEY UPDATE ${names.map((name) => `${name} = VALUES(${name})`).join(', ')}, changed_at = VALUES(changed_at)`,
    [flowId, entity, target.name, ...stateValues(state)],
  )
}
