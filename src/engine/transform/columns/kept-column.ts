import type { SourceColumn } from '../../ports/source.ts'
import type { LoadedStream, StepsOutline } from '../steps/bind-steps.ts'
import { type OutlinedColumn, rawName } from './relation.ts'

/** The column of a stream that a column behind the steps still is, but for its name; nothing where a step made it. */
export function keptColumn(
  { main, others }: Pick<StepsOutline, 'main' | 'others'>,
  { raw }: OutlinedColumn,
): { readonly stream: LoadedStream; readonly column: SourceColumn } | undefined {
  if (raw === undefined) return undefined
  for (const stream of [main, ...others]) {
    const column = stream.columns.find((_, field) => rawName(stream.table, field) === raw)
    if (column) return { stream, column }
  }
  return undefined
}
