import type { SourceColumn } from '../../ports/source.ts'
import type { LoadedStream, StepsOutline } from '../steps/bind-steps.ts'
import { type OutlinedColumn, rawName } from './relation.ts'

/** The stream's column that an output column still is, except for its name; nothing if a step created it. */
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
