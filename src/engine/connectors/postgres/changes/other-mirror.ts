import { ALIVE_SECONDS } from '../../sql/changes/held-by-mirror.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { fenceTable, hasFenceTable } from '../fence/fence.ts'
import { parseRelationName, type RelationName, sqlName } from '../schema/relation-name.ts'
import { statesTable } from './mirror-states.ts'
import type { MirrorKey } from './waiting-changes.ts'

/** @returns a target that another mirror writes now */
export async function otherMirror(
  session: PostgresSession,
  { flowId, schema }: MirrorKey,
  targets: readonly string[],
): Promise<RelationName | undefined> {
  if (!(await hasFenceTable(session, schema))) return undefined
  const names = targets.map(parseRelationName).filter((target) => target.schema === schema)
  const [name] = await mirroredNames(
    session,
    { flowId, schema },
    names.map((target) => target.name),
  )
  return name === undefined ? undefined : { schema, name }
}

/** @returns those of the targets in a schema that a mirror of another flow writes now */
export async function mirroredTargets(
  session: PostgresSession,
  key: MirrorKey,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const [states] = await session.repeat('SELECT pg_catalog.to_regclass($1) AS name', [sqlName(statesTable(key.schema))])
  return new Set(states?.['name'] == null ? [] : await mirroredNames(session, key, names))
}

async function mirroredNames(
  session: PostgresSession,
  { flowId, schema }: MirrorKey,
  names: readonly string[],
): Promise<readonly string[]> {
  const rows = await session.query(
    `SELECT target FROM ${sqlName(statesTable(schema))} s WHERE flow_id <> $1 AND target IN (SELECT pg_catalog.json_array_elements_text($2::json))
       AND EXISTS (SELECT FROM ${sqlName(fenceTable(schema))} f WHERE f.flow_id = s.flow_id AND f.target = 'mirror:' AND f.committed_at > pg_catalog.now() - interval '${ALIVE_SECONDS} seconds')`,
    [flowId, JSON.stringify(names)],
  )
  return rows.map((row) => row['target'] ?? '')
}
