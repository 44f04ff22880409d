import { RowEncoder } from '../../../engine/formats/common-text/row-encoder.ts'
import { COMMON_TEXT } from '../../../engine/formats/common-text/value-type.ts'
import type { Source, SourceEntity } from '../../../engine/ports/source.ts'
import type { Database } from '../../store/database/database.ts'
import { listRejectedRows, listRejectedStreams } from '../../store/rejects/rejected-rows.ts'
import { openRejectedRow } from '../../vault/sealed-rows.ts'
import type { Vault } from '../../vault/vault.ts'

interface Options {
  readonly database: Database
  readonly vault: Vault
  readonly organizationId: string
  /** The run whose rejected rows are sent again. */
  readonly runId: string
  /** Only the rows that were picked for this run. Absent: all. */
  readonly replayId: string | undefined
}

const PAGE = 200

/** Reads the rejected rows of a run: as they were before the steps if that is known, otherwise as they reached the destination. */
export async function openRejectedRows({ database, vault, organizationId, runId, replayId }: Options): Promise<Source> {
  const inStore = database.inOrganization
  const streams = await inStore(organizationId, (query) => listRejectedStreams(query, organizationId, runId, replayId))
  return {
    identity: `rejected rows of ${runId}`,
    entities: async (only) =>
      streams
        .filter(({ entity }) => !only || only.includes(entity))
        .map(
          ({ entity, columns, source_columns, is_traced }): SourceEntity => ({
            name: entity,
            kind: 'table',
            columns: (is_traced ? source_columns : null) ?? columns,
          }),
        ),
    formats: () => [COMMON_TEXT],
    read: async ({ entity, columns }, sink, signal) => {
      const positions = columns.map((name) => entity.columns.findIndex((column) => column.name === name))
      let after = 0
      let count = 0
      for (;;) {
        signal.throwIfAborted()
        const page = { runId, entity: entity.name, replayId, after, limit: PAGE }
        const rows = await inStore(organizationId, (query) => listRejectedRows(query, organizationId, page))
        const encoder = new RowEncoder()
        for (const { id, sealed } of rows) {
          const { fields, source = fields } = openRejectedRow(vault, { organizationId, runId }, sealed)
          encoder.add(positions.map((position) => source[position] ?? null))
          after = id
        }
        const taken = encoder.take()
        count += taken.rows
        if (taken.rows > 0 && !sink.write(taken.frames, taken.rows)) await sink.drained()
        if (rows.length < PAGE) return count
      }
    },
    close: async () => {},
  }
}
