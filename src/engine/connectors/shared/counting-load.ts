import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { RowDecoder } from '../../formats/common-text/row-decoder.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { DryRunLoad } from '../../ports/dry-run.ts'
import type { RowChecks } from '../../ports/target.ts'

/** Accepts every row and stores none. @param checks fails the load at the first row of common text at which a run would fail */
export function countingLoad(checks?: RowChecks): DryRunLoad {
  const failed = new AbortController()
  const decoder = new RowDecoder()
  let count = 0
  let looked = 0
  const look = (frames: Buffer) => {
    for (const fields of decoder.push(frames)) {
      looked++
      const problem = checks?.refuses(fields)
      if (problem) throw refused(looked, problem)
    }
  }
  return {
    failure: failed.signal,
    write: (frames, rows) => {
      count += rows
      if (!checks || failed.signal.aborted) return true
      try {
        look(frames)
      } catch (error) {
        failed.abort(error)
      }
      return true
    },
    drained: async () => {},
    finish: async () => {
      failed.signal.throwIfAborted()
      return count
    },
    abandon: async () => {},
  }
}

const refused = (row: number, { column, rule }: { readonly column: string; readonly rule: Sentence }) =>
  new ConnectorError({
    code: 'VALUE_NOT_REPRESENTABLE',
    message: sentence`Row ${row}: ${column} ${rule}.`,
    hint: sentence`Correct the row, let a filter step leave it out, or let the stream reject rows that do not fit.`,
  })
