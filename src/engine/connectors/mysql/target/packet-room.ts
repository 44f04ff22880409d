import { sentence } from '../../../../core/catalog/sentence.ts'
import type { RowChecks, RowProblem } from '../../../ports/target.ts'
import type { Field } from '../../../ports/value-type.ts'
import { type ColumnLimit, rowChecks } from '../../shared/row-limits.ts'

/** The most bytes that a unit of a JavaScript text has in UTF-8. */
const BYTES_OF_UNIT = 3

/** Checks values column by column, and rows as a whole. @param room the largest row that the server takes, in bytes */
export function checksOfRows(limits: readonly ColumnLimit[], room: number): RowChecks {
  const checks = rowChecks(limits)
  return { ...checks, refuses: (row) => checks.refuses(row) ?? refuseLarge(row) }

  function refuseLarge(row: readonly Field[]): RowProblem | undefined {
    const units = row.reduce((sum, text) => sum + (text?.length ?? 0), 0)
    if (units * BYTES_OF_UNIT <= room) return undefined
    const sizes = row.map((text) => (text === null ? 0 : Buffer.byteLength(text)))
    const size = sizes.reduce((sum, own) => sum + own, 0)
    if (size <= room) return undefined
    return {
      column: limits[sizes.indexOf(Math.max(...sizes))]?.column ?? '',
      rule: sentence`is in a row of ${size} bytes; the server accepts at most ${room} at once (max_allowed_packet)`,
    }
  }
}
