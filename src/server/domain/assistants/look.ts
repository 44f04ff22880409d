import { boundedRows, type ShownValue } from '../../../core/catalog/assistants/bounded-rows.ts'
import type { MaskedColumns } from '../../../core/catalog/assistants/masked-columns.ts'
import { type ColumnOrigin, withheldColumns } from '../../../core/catalog/assistants/withheld-columns.ts'
import type { Database } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import type { Member } from '../members/member.ts'

/** Rows as an assistant sees them. */
export interface ShownRows<Row> {
  readonly entity: string
  readonly columns: readonly { readonly name: string; readonly type?: string }[]
  /** The columns that are not shown. */
  readonly withheld: readonly string[]
  readonly rows: readonly Row[]
  readonly hasMore: boolean
}

interface KeptRows<Row> {
  readonly entity: string
  readonly columns: readonly string[]
  readonly origins: readonly ColumnOrigin[] | undefined
  readonly rows: readonly Row[]
}

/** Kept rows without the columns that no assistant sees, and no more of them than one answer has. */
export function withoutWithheld<Row extends { readonly values?: readonly ShownValue[] }>(
  { entity, columns, origins, rows }: KeptRows<Row>,
  masked: MaskedColumns,
): ShownRows<Row> {
  const withheld = withheldColumns(columns, origins, masked)
  const places = columns.flatMap((name, place) => (withheld.includes(name) ? [] : [place]))
  const shown = rows.map((row) =>
    row.values ? { ...row, values: places.map((place) => row.values?.[place] ?? null) } : row,
  )
  return { entity, columns: places.map((place) => ({ name: columns[place] ?? '' })), withheld, ...boundedRows(shown) }
}

interface Looked {
  readonly action: 'flow.rows_shown' | 'run.rows_shown'
  readonly id: string
  readonly name: string | null
  readonly shown: Pick<ShownRows<unknown>, 'entity' | 'rows'>
}

/** Records who saw how many rows of which table; no value. */
export const recordLook = (
  database: Database,
  { organizationId, person }: Member,
  { action, id, name, shown: { entity, rows } }: Looked,
): Promise<unknown> =>
  database.inOrganization(organizationId, (query) =>
    recordAudit(query, organizationId, person, {
      action,
      id,
      name,
      changes: [
        { path: ['stream'], kind: 'added', to: entity },
        { path: ['rows'], kind: 'added', to: String(rows.length) },
      ],
    }),
  )
