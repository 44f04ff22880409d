import { datasetName } from '../../../core/catalog/connections/dataset-names.ts'
import { isDry, RUN_KINDS } from '../../../core/catalog/runs/run-kinds.ts'
import type { StreamLineage } from '../../../engine/move/run/move-events.ts'
import type { OpenedConnection } from '../../domain/connections/open-endpoint.ts'
import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import type { Database, Query } from '../../store/database/database.ts'
import { isLineageWanted, type LineageRow, type LineageTable, saveRunLineage } from '../../store/runs/run-lineage.ts'
import type { RunRow } from '../../store/runs/run-rows.ts'

interface Options {
  readonly database: Database
  readonly runId: string
  readonly epoch: number
  readonly log: Log
  /** Whether somebody is told. */
  readonly isWanted: boolean
}

/** Not for a dry run, which writes nothing, and not for rejected rows, which come from no table. */
export const wantsLineage = async (
  query: Query,
  { organization_id: organizationId, flow_id: flowId, work }: RunRow,
): Promise<boolean> =>
  !isDry(work.kind) &&
  RUN_KINDS[work.kind].reads !== 'rejected' &&
  (await isLineageWanted(query, organizationId, flowId))

type NameTable = (entity: string, columns: LineageTable['columns']) => LineageTable

/** Stores from which tables and columns one attempt of a run makes its targets, under their names in catalogues. */
export function makeRunLineage({ database, runId, epoch, log, isWanted }: Options) {
  const ends: { source?: NameTable; destination?: NameTable } = {}
  let writing: Promise<void> = Promise.resolve()
  return {
    /** A side is known from now on. */
    name: (side: 'source' | 'destination', connection: string, { connector, endpoint }: OpenedConnection): void => {
      const fields = { ...endpoint.credentials, ...endpoint.config, connection }
      ends[side] = (entity, columns) => ({ ...datasetName(connector.type, fields, entity), columns })
    },
    keep: (lineage: StreamLineage): void => {
      const { source, destination } = ends
      if (!isWanted || !source || !destination) return
      const row = rowOf(lineage, source, destination)
      writing = writing
        .then(() => database.asSystem((query) => saveRunLineage(query, { runId, epoch }, lineage.entity, row)))
        // What catalogues are told must not stop the rows.
        .then(
          () => undefined,
          (error: unknown) => log.warn('run lineage', { runId, error: describeError(error) }),
        )
    },
    finalize: (): Promise<void> => writing,
  }
}

function rowOf(
  { read, written, target, columns, rows }: StreamLineage,
  source: NameTable,
  destination: NameTable,
): LineageRow {
  const tableOf = (entity: string) => read.findIndex((table) => table.entity === entity)
  return {
    inputs: read.map((table) => source(table.entity, table.columns)),
    output: destination(target, written),
    columns: columns.map(({ name, from }) => ({
      name,
      from: from.map(({ entity, ...each }) => ({ ...each, table: tableOf(entity) })),
    })),
    rows: rows.map(({ entity, ...row }) => ({ ...row, table: tableOf(entity) })),
  }
}
