import { defined } from '../../../core/catalog/defined.ts'
import { RowEncoder } from '../../../engine/formats/common-text/row-encoder.ts'
import type { Source, SourceEntity } from '../../../engine/ports/source.ts'
import { COMMON_TEXT } from '../../../engine/ports/value-type.ts'
import type { Database } from '../../store/database/database.ts'
import { type KeptStream, listRejectedRows, listRejectedStreams } from '../../store/rejects/rejected-rows.ts'
import { openRejectedRow } from '../../vault/sealed-rows.ts'
import type { Vault } from '../../vault/vault.ts'
import { sentAgain, systemOf } from './kept-columns.ts'

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
  const described = streams.map((stream) => ({ name: stream.entity, kept: columnsSent(stream) }))
  const system = systemOf(described.flatMap(({ kept }) => kept))
  return {
    ...defined({ system }),
    identity: `rejected rows of ${runId}`,
    entities: async (only) =>
      described
        .filter(({ name }) => !only || only.includes(name))
        .map(({ name, kept }): SourceEntity => ({ name, kind: 'table', columns: sentAgain(kept) })),
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

/** As they were before the steps, if that is known of all of them. */
export const columnsSent = ({
  columns,
  source_columns,
  is_traced,
}: Pick<KeptStream, 'columns' | 'source_columns' | 'is_traced'>) => (is_traced ? source_columns : null) ?? columns
