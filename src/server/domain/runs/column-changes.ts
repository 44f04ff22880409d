import type { ProblemColumn } from '../../../core/catalog/runs/problem-column.ts'
import type { ColumnChangeRow } from '../../store/runs/run-rows.ts'

interface NamedType {
  readonly name: string
  readonly type: string
}

/** The columns of both ends when the stream last succeeded, and what is known of those of this run. */
export interface ComparedColumns {
  readonly source: { readonly before: readonly NamedType[]; readonly after: readonly NamedType[] } | undefined
  readonly target: readonly NamedType[] | undefined
  readonly problem: readonly ProblemColumn[]
}

/** What has changed in the columns of a stream since it last succeeded. */
export function columnChanges({ source, target, problem }: ComparedColumns): readonly ColumnChangeRow[] {
  const reported = problem.flatMap(({ is, ...column }): readonly ColumnChangeRow[] =>
    is === 'added' || is === 'removed' || is === 'retyped' ? [{ side: 'source', is, ...column }] : [],
  )
  const compared = source ? compare(source) : []
  // An error names only the columns that it is about, of a renamed one only the old name.
  return [...(compared.length > 0 ? compared : reported), ...ofTarget(target ?? [], problem)]
}

function compare({ before, after }: NonNullable<ComparedColumns['source']>): readonly ColumnChangeRow[] {
  const typeIn = (columns: readonly NamedType[], name: string) => columns.find((column) => column.name === name)?.type
  return [
    ...before
      .filter(({ name }) => typeIn(after, name) === undefined)
      .map(({ name, type }) => ({ side: 'source', is: 'removed', name, before: type }) as const),
    ...after.flatMap(({ name, type }): readonly ColumnChangeRow[] => {
      const was = typeIn(before, name)
      if (was === undefined) return [{ side: 'source', is: 'added', name, type }]
      return was === type ? [] : [{ side: 'source', is: 'retyped', name, type, before: was }]
    }),
  ]
}

/** A column that the target lacks, or that is too narrow, and that was there or wider before. */
const ofTarget = (target: readonly NamedType[], problem: readonly ProblemColumn[]): readonly ColumnChangeRow[] =>
  problem.flatMap(({ name, is, before: now }): readonly ColumnChangeRow[] => {
    const was = target.find((column) => column.name === name)?.type
    if (was === undefined) return []
    if (is === 'missing') return [{ side: 'destination', is: 'removed', name, before: was }]
    if (is !== 'narrow' || now === undefined || now === was) return []
    return [{ side: 'destination', is: 'retyped', name, type: now, before: was }]
  })
