import type { ConnectorContext } from '../../../ports/connector.ts'
import { ALIVE_SECONDS, stillHeld } from '../../sql/changes/held-by-mirror.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { fenceTable, hasFenceTable } from '../fence/fence.ts'
import { parseRelationName, type RelationName, sqlName } from '../schema/relation-name.ts'
import { statesTable } from './mirror-states.ts'
import type { MirrorKey } from './waiting-changes.ts'

interface OwnKey extends MirrorKey, Pick<ConnectorContext, 'heldMirrors'> {}

/** @returns a target that another mirror holds */
export async function otherMirror(
  session: PostgresSession,
  key: OwnKey,
  targets: readonly string[],
): Promise<RelationName | undefined> {
  const { schema } = key
  if (!(await hasFenceTable(session, schema))) return undefined
  const names = targets.map(parseRelationName).filter((target) => target.schema === schema)
  const [name] = await heldNames(
    session,
    key,
    names.map((target) => target.name),
  )
  return name === undefined ? undefined : { schema, name }
}

/** @returns those of the targets in a schema that a mirror of another flow holds */
export async function mirroredTargets(
  session: PostgresSession,
  key: OwnKey,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const [states] = await session.repeat('SELECT pg_catalog.to_regclass($1) AS name', [sqlName(statesTable(key.schema))])
  return states?.['name'] == null ? new Set() : heldNames(session, key, names)
}

async function heldNames(
  session: PostgresSession,
  { flowId, schema, heldMirrors }: OwnKey,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await session.query(
    `SELECT target, flow_id, EXISTS (SELECT FROM ${sqlName(fenceTable(schema))} f WHERE f.flow_id = s.flow_id AND f.target = 'mirror:'
       AND f.committed_at > pg_catalog.now() - interval '${ALIVE_SECONDS} seconds') AS alive
     FROM ${sqlName(statesTable(schema))} s WHERE flow_id <> $1 AND target IN (SELECT pg_catalog.json_array_elements_text($2::json))`,
    [flowId, JSON.stringify(names)],
  )
  return stillHeld(
    rows.map((row) => ({
      target: row['target'] ?? '',
      flowId: row['flow_id'] ?? '',
      isAlive: row['alive'] === 't',
    })),
    heldMirrors,
  )
}
