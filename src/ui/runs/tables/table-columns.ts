import { useLingui } from '@lingui/react/macro'

import { RUN_KINDS } from '../../../core/catalog/runs/run-kinds.ts'
import { combinesRows } from '../../../core/catalog/transformations/combines-rows.ts'
import type { Run, RunStream } from '../../../core/runs/run.ts'

/** A figure of each table. */
export interface TableColumn {
  readonly name: string
  readonly label: string
  /** Nothing: it says nothing about this table. */
  figureOf(stream: RunStream): number | undefined
  /** A value other than 0 needs attention. */
  readonly isTrouble?: boolean
}

/** A dry run knows what would become of the rows that are there. */
export const isCompared = ({ streams }: Run): boolean => streams.some(({ difference }) => difference !== undefined)

/** Whether steps may have left out rows of some table, instead of making new rows of all. */
export const hasFiltered = (run: Run): boolean => run.streams.some((stream) => isFiltered(run, stream))

const isFiltered = ({ flow }: Run, { entity }: RunStream): boolean => !combinesRows(flow?.steps ?? [], entity)

/** The figures that say something about a run of this kind. */
export function useTableColumns(run: Run): readonly TableColumn[] {
  const { t } = useLingui()
  const { result } = RUN_KINDS[run.kind]
  if (result === 'compared')
    return [
      { name: 'equal', label: t`Equal`, figureOf: ({ difference }) => difference?.unchanged },
      { name: 'changed', label: t`Other values`, figureOf: ({ difference }) => difference?.changed, isTrouble: true },
      { name: 'created', label: t`Missing`, figureOf: ({ difference }) => difference?.created, isTrouble: true },
      { name: 'removed', label: t`Only there`, figureOf: ({ difference }) => difference?.removed, isTrouble: true },
    ]
  const hasAdded = run.streams.some(({ rowsAdded = 0 }) => rowsAdded > 0)
  const hasRemoved = run.streams.some(({ rowsRemoved = 0 }) => rowsRemoved > 0)
  const hasMarked = run.streams.some(({ rowsMarked = 0 }) => rowsMarked > 0)
  const columns: readonly (TableColumn | false)[] = [
    { name: 'read', label: t`Read`, figureOf: ({ rowsRead }) => rowsRead },
    hasAdded && { name: 'added', label: t`Added`, figureOf: ({ rowsAdded = 0 }) => rowsAdded },
    ...(result === 'predicted' && isCompared(run)
      ? [
          { name: 'created', label: t`New`, figureOf: ({ difference }: RunStream) => difference?.created },
          { name: 'changed', label: t`Changed`, figureOf: ({ difference }: RunStream) => difference?.changed },
          { name: 'gone', label: t`Gone`, figureOf: ({ difference }: RunStream) => difference?.removed },
          { name: 'same', label: t`Same`, figureOf: ({ difference }: RunStream) => difference?.unchanged },
        ]
      : [
          {
            name: 'written',
            label: result === 'predicted' ? t`To be written` : t`Written`,
            figureOf: ({ rowsWritten }: RunStream) => rowsWritten,
          },
        ]),
    hasFiltered(run) && {
      name: 'filtered',
      label: t`Filtered`,
      figureOf: (stream) => (isFiltered(run, stream) ? stream.rowsFiltered : undefined),
    },
    { name: 'rejected', label: t`Rejected`, figureOf: ({ rowsRejected }) => rowsRejected, isTrouble: true },
    hasRemoved && { name: 'removed', label: t`Removed`, figureOf: ({ rowsRemoved }) => rowsRemoved },
    hasMarked && { name: 'marked', label: t`Marked`, figureOf: ({ rowsMarked }) => rowsMarked },
  ]
  return columns.filter((column) => column !== false)
}
