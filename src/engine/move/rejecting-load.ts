import { sentence } from '../../core/catalog/sentence.ts'
import { RowDecoder } from '../formats/common-text/row-decoder.ts'
import { RowEncoder } from '../formats/common-text/row-encoder.ts'
import { ConnectorError } from '../ports/connector.ts'
import type { Load, Target } from '../ports/destination.ts'
import type { RejectedRow } from '../ports/rejected-row.ts'

/** Rejects rows that the destination cannot store, and passes the others on. The rows are common text. */
export function rejectingLoad(
  load: Load,
  refuses: NonNullable<Target['refuses']>,
  reject: (row: RejectedRow) => void,
): Load {
  const decoder = new RowDecoder()
  const encoder = new RowEncoder()
  const failed = new AbortController()
  let rows = 0
  return {
    failure: AbortSignal.any([load.failure, failed.signal]),
    write(frames) {
      try {
        for (const fields of decoder.push(frames)) {
          rows++
          const problem = refuses(fields)
          if (problem) reject({ ...problem, row: rows, fields })
          else encoder.add(fields)
        }
      } catch (error) {
        failed.abort(error instanceof ConnectorError ? error : unreadable(error))
      }
      const held = encoder.take()
      return held.rows === 0 || load.write(held.frames, held.rows)
    },
    drained: () => load.drained(),
    finish: () => load.finish(),
    commit: (highWaterMark) => load.commit(highWaterMark),
    abandon: () => load.abandon(),
  }
}

const unreadable = (cause: unknown) =>
  new ConnectorError(
    { code: 'ROWS_UNREADABLE', message: sentence`The source sent rows that cannot be read.`, retryable: false },
    { cause },
  )
