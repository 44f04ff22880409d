import { STATE_COLUMNS, stateOf, stateValues, type TableState } from '../../sql/changes/table-state.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { INTERNAL_PREFIX, type RelationName, sqlName } from '../schema/relation-name.ts'

/** In the schema of the target, so that a copy of it finds its state. */
export const statesTable = (schema: string): RelationName => ({ schema, name: `${INTERNAL_PREFIX}mirror` })

export async function readStates(
  session: PostgresSession,
  flowId: string,
  schemas: readonly string[],
): Promise<Map<string, TableState>> {
  const states = new Map<string, TableState>()
  for (const schema of schemas) {
    const rows = await session.query(
      `SELECT entity, ${STATE_COLUMNS.join(', ')} FROM ${sqlName(statesTable(schema))} WHERE flow_id = $1`,
      [flowId],
    )
    for (const row of rows) states.set(row['entity'] ?? '', stateOf(row))
  }
  return states
}

/** Part of a transaction. */
export async function writeState(
  session: PostgresSession,
  { flowId, entity, target }: { readonly flowId: string; readonly entity: string; readonly target: RelationName },
  state: TableState,
): Promise<void> {
  await session.query(
    `INSERT INTO ${sqlName(statesTable(target.schema))} (flow_id, entity, target, ${STATE_COLUMNS.join(', ')})
     VALUES ($1, $2, $3, ${STATE_COLUMNS.map((_, index) => `$${index + 4}`).join(', ')})
     ON CONFLICT (flow_id, entity) DO UPDATE SET target = excluded.target, ${STATE_COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}, changed_at = now()`,
    [flowId, entity, target.name, ...stateValues(state)],
  )
}

/** Part of a transaction. @param but the tables that stay */
export async function forgetStates(
  session: PostgresSession,
  { flowId, schemas }: { readonly flowId: string; readonly schemas: readonly string[] },
  but: readonly string[],
): Promise<void> {
  for (const schema of schemas)
    await session.query(
      `DELETE FROM ${sqlName(statesTable(schema))} WHERE flow_id = $1 AND entity NOT IN (SELECT pg_catalog.json_array_elements_text($2::json))`,
      [flowId, JSON.stringify(but)],
    )
}
