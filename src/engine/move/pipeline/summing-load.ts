import { CellSum } from '../../formats/common-text/cell-sum.ts'
import { RowDecoder } from '../../formats/common-text/row-decoder.ts'
import type { Load } from '../../ports/load.ts'
import type { KeyComparison } from '../plan/plan-check.ts'
import { wrappedLoad } from '../run/wrapped-load.ts'

/** Sums the rows as they are sent, which are common text in the order of `columns`. */
export function summingLoad(
  load: Load,
  { read }: KeyComparison,
  columns: readonly string[],
): { readonly load: Load; readonly sent: CellSum } {
  // The destination refuses a row that is no text, or has another sum.
  const decoder = new RowDecoder({ showsReplacements: true })
  const sent = new CellSum(read, columns)
  const write = (frames: Buffer, rows: number) => {
    for (const row of decoder.push(frames)) sent.add(row)
    return load.write(frames, rows)
  }
  return { sent, load: wrappedLoad(load, { write }) }
}
