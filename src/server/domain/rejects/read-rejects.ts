import type { Sentence } from '../../../core/catalog/sentence.ts'
import type { Field } from '../../../engine/ports/value-type.ts'
import type { Database, Query } from '../../store/database/database.ts'
import { listRejectedCauses, type RejectedCauseRow } from '../../store/rejects/rejected-causes.ts'
import {
  listRejectedRows,
  listRejectedStreams,
  type RejectedCause,
  type RejectedStream,
} from '../../store/rejects/rejected-rows.ts'
import { openRejectedRow, rejectedOwner } from '../../vault/sealed-rows.ts'
import type { Vault } from '../../vault/vault.ts'
import { readRun } from '../runs/read-runs.ts'

export interface RejectsDeps {
  readonly database: Database
  readonly vault: Vault
}

export interface ReadRejectedRow {
  readonly id: number
  readonly row: number
  readonly column: string
  readonly rule: string
  readonly rule_sentence: Sentence | null
  /** As it reached the destination. */
  readonly values: readonly Field[]
  /** Before the steps; as somebody has changed it. */
  readonly source: readonly Field[] | undefined
  /** As the run read it, if somebody has changed it. */
  readonly original: readonly Field[] | undefined
  readonly isSent: boolean
  /** The target may have a row with its key that came later. */
  readonly isOutdated: boolean
}

interface RejectedPage {
  readonly columns: RejectedStream['columns']
  readonly sourceColumns: RejectedStream['source_columns']
  readonly origins: RejectedStream['origins']
  readonly entity?: string
  readonly rows: readonly ReadRejectedRow[]
}

interface PageRequest {
  readonly entity: string | undefined
  readonly cause: RejectedCause | undefined
  readonly after: number
  readonly limit: number
}

/** Rows that a run rejected in one stream, by default in the first one. @throws RequestError not found; VaultError */
export async function readRejectedRows(
  { database, vault }: RejectsDeps,
  organizationId: string,
  runId: string,
  { entity: wanted, ...page }: PageRequest,
): Promise<RejectedPage> {
  await readRun(database, organizationId, runId)
  return database.inOrganization(organizationId, async (query) => {
    const stream = await findStream(query, organizationId, runId, wanted)
    if (!stream) return { columns: [], sourceColumns: null, origins: null, rows: [] }
    const { entity, columns, source_columns: sourceColumns, origins } = stream
    const rows = await listRejectedRows(query, organizationId, { runId, entity, ...page })
    return {
      entity,
      columns,
      origins,
      sourceColumns: rows.every(({ is_traced }) => is_traced) ? sourceColumns : null,
      rows: rows.map(({ id, row_number: row, column_name: column, sealed, rule, rule_sentence, ...kept }) => {
        const { fields, source = fields, original } = openRejectedRow(vault, { organizationId, runId }, sealed)
        const before = kept.is_traced ? source : undefined
        const { is_sent: isSent, is_outdated: isOutdated } = kept
        return { id, row, column, rule, rule_sentence, values: fields, source: before, original, isSent, isOutdated }
      }),
    }
  })
}

export interface ReadRejectedCause extends Omit<RejectedCauseRow, 'sealed'> {
  /** The commonest refused values, the commonest first. */
  readonly values: readonly { readonly value: Field; readonly rows: number }[]
}

/** Why rows of one stream were rejected, the commonest cause first. @throws RequestError not found; VaultError */
export async function readRejectedCauses(
  { database, vault }: RejectsDeps,
  organizationId: string,
  runId: string,
  wanted: string | undefined,
): Promise<readonly ReadRejectedCause[]> {
  await readRun(database, organizationId, runId)
  return database.inOrganization(organizationId, async (query) => {
    const stream = await findStream(query, organizationId, runId, wanted)
    if (!stream) return []
    const causes = await listRejectedCauses(query, organizationId, runId, stream.entity)
    return causes.map(({ sealed, ...cause }) => ({
      ...cause,
      values: sealed
        ? vault.open<Pick<ReadRejectedCause, 'values'>>(rejectedOwner(organizationId, runId), sealed).values
        : [],
    }))
  })
}

async function findStream(query: Query, organizationId: string, runId: string, wanted: string | undefined) {
  const streams = await listRejectedStreams(query, organizationId, runId)
  return streams.find(({ entity }) => entity === (wanted ?? entity))
}
