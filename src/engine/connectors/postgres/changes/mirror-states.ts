import { defined } from '../../../../core/catalog/defined.ts'
import type { DescribedTable } from '../../../ports/change-source.ts'
import type { Problem } from '../../../ports/connector.ts'
import type { PostgresSession, TextRow } from '../driver/postgres-session.ts'
import { INTERNAL_PREFIX, type RelationName, sqlName } from '../schema/relation-name.ts'

/** What a mirror knows of a table, beside the place in the log that all tables have in common. */
export interface TableState {
  /** `copying`: waits for a copy. `draining`: has it, and what waited is being applied. */
  readonly kind: 'copying' | 'draining' | 'following' | 'paused'
  /** Of `copying`, and of `paused` before its copy: the copy must see everything that had begun then. Absent: nothing is kept until this is known. */
  readonly since?: string
  /** Of those that have a copy: what it sees. */
  readonly moment?: string
  /** Everything after this place in the log is newer than the copy. */
  readonly until?: string
  /** Of `paused`, unless a person did it. */
  readonly problem?: Problem
  /** Of `paused`: changes are not kept, and only a copy helps. */
  readonly needsCopy?: true
  /** The table at the source, when its last changes were applied or its copy was asked for. */
  readonly shape?: DescribedTable
}

/** In the schema of the target, so that a copy of it finds its state. */
export const statesTable = (schema: string): RelationName => ({ schema, name: `${INTERNAL_PREFIX}mirror` })

/** Whether the changes of a table are thrown away, because a later copy will have them. */
export const keepsNothing = ({ kind, since, needsCopy }: TableState): boolean =>
  needsCopy === true || (kind === 'copying' && since === undefined)

export async function readStates(
  session: PostgresSession,
  flowId: string,
  schemas: readonly string[],
): Promise<Map<string, TableState>> {
  const states = new Map<string, TableState>()
  for (const schema of schemas) {
    const rows = await session.query(
      `SELECT entity, state, since, moment, until, problem, needs_copy, shape FROM ${sqlName(statesTable(schema))} WHERE flow_id = $1`,
      [flowId],
    )
    for (const row of rows) states.set(row['entity'] ?? '', stateOf(row))
  }
  return states
}

const stateOf = (row: TextRow): TableState =>
  defined({
    kind: row['state'] as TableState['kind'],
    since: row['since'] ?? undefined,
    moment: row['moment'] ?? undefined,
    until: row['until'] ?? undefined,
    problem: row['problem'] == null ? undefined : (JSON.parse(row['problem']) as Problem),
    needsCopy: row['needs_copy'] === 't' ? (true as const) : undefined,
    shape: row['shape'] == null ? undefined : (JSON.parse(row['shape']) as DescribedTable),
  })

/** Part of a transaction. */
export async function writeState(
  session: PostgresSession,
  { flowId, entity, target }: { readonly flowId: string; readonly entity: string; readonly target: RelationName },
  { kind, since, moment, until, problem, needsCopy, shape }: TableState,
): Promise<void> {
  await session.query(
    `INSERT INTO ${sqlName(statesTable(target.schema))} (flow_id, entity, target, state, since, moment, until, problem, needs_copy, shape)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (flow_id, entity) DO UPDATE SET target = excluded.target, state = excluded.state, since = excluded.since, moment = excluded.moment,
       until = excluded.until, problem = excluded.problem, needs_copy = excluded.needs_copy, shape = excluded.shape, changed_at = now()`,
    [
      flowId,
      entity,
      target.name,
      kind,
      since ?? null,
      moment ?? null,
      until ?? null,
      problem ? JSON.stringify(problem) : null,
      String(needsCopy ?? false),
      shape ? JSON.stringify(shape) : null,
    ],
  )
}

/** Part of a transaction. @param but the tables that stay */
export async function forgetStates(
  session: PostgresSession,
  { flowId, schemas }: { readonly flowId: string; readonly schemas: readonly string[] },
  but: readonly string[] = [],
): Promise<void> {
  for (const schema of schemas)
    await session.query(
      `DELETE FROM ${sqlName(statesTable(schema))} WHERE flow_id = $1 AND entity NOT IN (SELECT pg_catalog.json_array_elements_text($2::json))`,
      [flowId, JSON.stringify(but)],
    )
}
