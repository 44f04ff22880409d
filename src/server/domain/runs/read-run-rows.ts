import type { Sentence } from '../../../core/catalog/sentence.ts'
import type { Field } from '../../../engine/formats/common-text/row-encoder.ts'
import type { Database } from '../../store/database/database.ts'
import { listRejectedRows, listRejectedStreams, type RejectedStream } from '../../store/runs/rejected-rows.ts'
import { findRowChanges } from '../../store/runs/row-changes.ts'
import { openRejectedFields } from '../../vault/sealed-rows.ts'
import type { Vault } from '../../vault/vault.ts'
import { readRun } from './read-runs.ts'
import { openRowChanges, type RowChanges } from './row-changes.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
}

interface RejectedPage {
  readonly columns: RejectedStream['columns']
  readonly rows: readonly {
    readonly id: number
    readonly row: number
    readonly column: string
    readonly rule: string
    readonly rule_sentence: Sentence | null
    readonly values: readonly Field[]
  }[]
}

/** Rows that a run rejected in one stream, by default in the first one. @throws RequestError not found; VaultError */
export async function readRejectedRows(
  { database, vault }: Deps,
  organizationId: string,
  runId: string,
  { entity: wanted, ...page }: { readonly entity: string | undefined; readonly after: number; readonly limit: number },
): Promise<RejectedPage> {
  await readRun(database, organizationId, runId)
  return database.inOrganization(organizationId, async (query) => {
    const streams = await listRejectedStreams(query, organizationId, runId)
    const stream = streams.find(({ entity }) => entity === (wanted ?? entity))
    if (!stream) return { columns: [], rows: [] }
    const rows = await listRejectedRows(query, organizationId, { runId, entity: stream.entity, ...page })
    return {
      columns: stream.columns,
      rows: rows.map(({ id, row_number: row, column_name: column, sealed, ...said }) => ({
        id,
        row,
        column,
        rule: said.rule,
        rule_sentence: said.rule_sentence,
        values: openRejectedFields(vault, { organizationId, runId }, sealed),
      })),
    }
  })
}

/** The changes that a dry run found for one stream. @throws RequestError not found; VaultError */
export async function readRowChanges(
  { database, vault }: Deps,
  organizationId: string,
  runId: string,
  entity: string | undefined,
): Promise<RowChanges> {
  await readRun(database, organizationId, runId)
  const sealed = await database.inOrganization(organizationId, (query) =>
    findRowChanges(query, organizationId, runId, entity),
  )
  return sealed ? openRowChanges(vault, { organizationId, runId }, sealed) : { columns: [], rows: [] }
}
