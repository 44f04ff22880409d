import { type ConnectionRow, findConnection } from '../../store/connections/connections.ts'
import type { Database, Query } from '../../store/database/database.ts'
import { listRuns } from '../../store/runs/list-runs.ts'
import type { ListedRunRow } from '../../store/runs/run-rows.ts'
import { findRunServers, type RunServers } from '../../store/runs/run-servers.ts'
import { listSettingsVersions, type VersionRow } from '../../store/versions/versions.ts'
import { readRun } from './read-runs.ts'

/** A saved change of a connection, or of its credentials, that the run was the first to meet. */
export interface SettingsChange extends VersionRow {
  readonly side: 'source' | 'destination'
  readonly connection: Pick<ConnectionRow, 'id' | 'name'>
}

export interface ChangesSinceGood {
  /** Absent: no run of the flow had succeeded before. */
  readonly good?: Pick<ListedRunRow, 'id'>
  /** Newest first. */
  readonly settings: readonly SettingsChange[]
  /** The servers of the good run, and of this one. */
  readonly servers: { readonly before: RunServers; readonly after: RunServers }
}

/** The most changes that are read of each connection. */
const MAX_VERSIONS = 50

/** What has changed around a flow between its last run that succeeded and this one. @throws RequestError not found */
export async function readChangesSinceGood(
  database: Database,
  organizationId: string,
  runId: string,
): Promise<ChangesSinceGood> {
  const run = await readRun(database, organizationId, runId)
  return database.inOrganization(organizationId, async (query) => {
    const after = await findRunServers(query, run.id)
    const filter = { flowId: run.flow_id, statuses: ['succeeded'], dry: 'no', after: run.id, limit: 1 } as const
    const [good] = await listRuns(query, organizationId, filter)
    if (!good) return { settings: [], servers: { before: {}, after } }
    const times = { since: good.started_at ?? good.queued_at, until: run.started_at ?? run.queued_at }
    const { sourceConnectionId, destinationConnectionId } = run.flow_snapshot
    const changed = async (side: 'source' | 'destination', id: string) =>
      (await settingsBetween(query, organizationId, id, times)).map((change) => ({ ...change, side }))
    return {
      good,
      settings: [
        ...(await changed('source', sourceConnectionId)),
        // A flow within one database has one connection.
        ...(sourceConnectionId === destinationConnectionId
          ? []
          : await changed('destination', destinationConnectionId)),
      ],
      servers: { before: await findRunServers(query, good.id), after },
    }
  })
}

async function settingsBetween(
  query: Query,
  organizationId: string,
  connectionId: string,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<readonly Omit<SettingsChange, 'side'>[]> {
  const connection = await findConnection(query, organizationId, connectionId)
  if (!connection) return []
  const { id, name } = connection
  const versions = await listSettingsVersions(query, organizationId, [id, connection.integration_id], MAX_VERSIONS)
  return versions
    .filter(({ saved_at }) => saved_at > since && saved_at <= until)
    .map(({ content: _, ...version }) => ({ ...version, connection: { id, name } }))
}
