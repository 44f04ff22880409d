import type { ColumnOrigin } from '../../../core/catalog/assistants/withheld-columns.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { Database } from '../../store/database/database.ts'
import type { RunRow } from '../../store/runs/run-rows.ts'
import type { Vault } from '../../vault/vault.ts'
import { readMaskedColumnsOf } from '../flows/read-masked-columns.ts'
import { requireValuesShown } from '../flows/require-values-shown.ts'
import type { Member } from '../members/member.ts'
import { readRejectedCauses, readRejectedRows } from '../rejects/read-rejects.ts'
import { readCheckRows } from '../runs/check-rows.ts'
import { readRowChanges } from '../runs/read-run-rows.ts'
import { readRun } from '../runs/read-runs.ts'
import { recordLook, type ShownRows, withoutWithheld } from './look.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
}

type Values = readonly (string | null)[]

interface Found<Row> {
  readonly entity: string
  readonly columns: readonly string[]
  readonly origins: readonly ColumnOrigin[] | undefined
  readonly rows: readonly Row[]
}

/** @throws RequestError not found, or forbidden unless the organization shows values to assistants */
async function show<Row extends { readonly values?: Values }>(
  { database, vault }: Deps,
  member: Member,
  runId: string,
  find: (run: RunRow) => Promise<Found<Row>>,
): Promise<ShownRows<Row>> {
  const { organizationId } = member
  const run = await readRun(database, organizationId, runId)
  const masked = await database.inOrganization(organizationId, async (query) => {
    await requireValuesShown(query, organizationId)
    return readMaskedColumnsOf(query, vault, organizationId, run.flow_snapshot.sourceConnectionId)
  })
  const shown = withoutWithheld(await find(run), masked)
  await recordLook(database, member, { action: 'run.rows_shown', id: runId, name: run.flow_name, shown })
  return shown
}

interface ChangedRow {
  readonly kind: 'new' | 'changed' | 'removed'
  /** Absent for a row that only the target has: nobody knows that it passed these steps. */
  readonly values?: Values
  readonly changed?: readonly string[]
}

const KINDS: readonly ChangedRow['kind'][] = ['changed', 'new', 'removed']

/** What a dry run would change in one table, some of each kind. @param entity absent: the first table with stored rows. @throws RequestError */
export const showChangedRows = (deps: Deps, member: Member, runId: string, entity: string | undefined) =>
  show(deps, member, runId, async () => {
    const found = await readRowChanges(deps, member.organizationId, runId, entity)
    const rows = found.rows.map(({ before, after }): ChangedRow => {
      if (!after) return { kind: 'removed' }
      if (!before) return { kind: 'new', values: after }
      const changed = found.columns.filter((_, place) => before[place] !== after[place])
      return { kind: 'changed', values: after, changed }
    })
    const inTurn = KINDS.flatMap((kind) =>
      rows.filter((row) => row.kind === kind).map((row, place) => ({ row, place })),
    )
    const mixed = inTurn.sort((one, other) => one.place - other.place).map(({ row }) => row)
    return { entity: found.entity ?? entity ?? '', columns: found.columns, origins: found.origins, rows: mixed }
  })

/** Rows of one table that a run rejected, and why. @param entity absent: the first table that has any. @throws RequestError */
export async function showRejectedRows(deps: Deps, member: Member, runId: string, entity: string | undefined) {
  const { organizationId } = member
  const shown = await show(deps, member, runId, async () => {
    const page = { entity, cause: undefined, after: 0, limit: 100 }
    const found = await readRejectedRows(deps, organizationId, runId, page)
    return {
      entity: found.entity ?? entity ?? '',
      columns: found.columns.map(({ name }) => name),
      origins: found.origins ?? undefined,
      rows: found.rows.map(({ row, column, rule, values, original }) =>
        defined({
          row,
          column,
          rule,
          // What a person typed did not pass the steps.
          values: original ? undefined : values,
        }),
      ),
    }
  })
  const causes = await readRejectedCauses(deps, organizationId, runId, shown.entity || undefined)
  return { ...shown, causes: causes.map(({ column_name: column, rule, rows }) => ({ column, rule, rows })) }
}

/** Rows that did not pass a check of a run. @throws RequestError */
export const showCheckRows = (
  deps: Deps,
  member: Member,
  runId: string,
  { entity, checkId }: { readonly entity: string; readonly checkId: string },
) =>
  show(deps, member, runId, async ({ flow_snapshot: { config } }) => {
    const found = await readCheckRows(deps, member.organizationId, runId, { entity, checkId })
    const checks = config.streams.find((stream) => stream.entity === entity)?.checks ?? []
    // A query gives its columns any names.
    const isQuery = checks.find(({ id }) => id === checkId)?.type === 'sql'
    const origins = isQuery ? undefined : found.origins
    return { entity, columns: found.columns, origins, rows: found.rows.map((values) => ({ values })) }
  })
