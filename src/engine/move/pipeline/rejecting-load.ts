import { defined } from '../../../core/catalog/defined.ts'
import { RowDecoder } from '../../formats/common-text/row-decoder.ts'
import { RowEncoder } from '../../formats/common-text/row-encoder.ts'
import { mendValue } from '../../formats/common-text/value-mend.ts'
import type { Load } from '../../ports/load.ts'
import type { RejectedRow } from '../../ports/rejected-row.ts'
import type { RowChecks, RowProblem } from '../../ports/target.ts'
import type { Field } from '../../ports/value-type.ts'
import type { ColumnMend } from '../run/stream-request.ts'
import { wrappedLoad } from '../run/wrapped-load.ts'

interface Rejection {
  /** The fields that the destination gets; those of the row before the steps may follow them. */
  readonly columns: readonly string[]
  readonly mends: readonly ColumnMend[]
  readonly reject: (row: RejectedRow) => void
  /** Called for each row that is passed on. */
  readonly pass?: (fields: readonly Field[]) => void
}

/** Rejects rows that the destination cannot store even after the changes, and passes the others on. The rows are common text. */
export function rejectingLoad(load: Load, checks: RowChecks, { columns, mends, reject, pass }: Rejection): Load {
  const decoder = new RowDecoder()
  const encoder = new RowEncoder()
  const failed = new AbortController()
  let rows = 0

  /** Changes only values that are refused, each once. */
  function mended(fields: readonly Field[]): { readonly row: readonly Field[]; readonly problem?: RowProblem } {
    let row = fields
    let problem = checks.refuses(row)
    for (let tried = 0; problem && tried < mends.length; tried++) {
      const { column } = problem
      const mend = mends.find((candidate) => candidate.column === column)
      if (!mend) break
      row = row.map((field, at) => (columns[at] === column && field !== null ? mendValue(field, mend.mend) : field))
      problem = checks.refuses(row)
    }
    return defined({ row, problem })
  }

  return wrappedLoad(load, {
    failure: AbortSignal.any([load.failure, failed.signal]),
    write(frames) {
      if (failed.signal.aborted) return true
      try {
        for (const all of decoder.push(frames)) {
          rows++
          const [fields, source] =
            all.length > columns.length ? [all.slice(0, columns.length), all.slice(columns.length)] : [all]
          const { row, problem } = mended(fields)
          if (problem) reject({ ...problem, row: rows, fields, ...defined({ source }) })
          else {
            pass?.(row)
            encoder.add(row)
          }
        }
      } catch (error) {
        // An internal error stays what it is, so that it is logged.
        failed.abort(error)
        return true
      }
      const held = encoder.take()
      return held.rows === 0 || load.write(held.frames, held.rows)
    },
  })
}
