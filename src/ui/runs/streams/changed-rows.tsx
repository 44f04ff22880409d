import { Trans, useLingui } from '@lingui/react/macro'

import type { RowChange, RowChanges } from '../../../core/runs/rows/row-changes.ts'
import { SampleTable } from '../../kit/sample-table/sample-table.tsx'
import styles from './stream-difference.module.css'

interface ChangedRowsProps {
  readonly entity: string
  readonly changes: Pick<RowChanges, 'columns' | 'rows'>
  /** Both sides were compared, so the rows are named after what the destination has. */
  readonly isComparison?: boolean
}

/** Some rows before and after; a changed value is shown with both. */
export function ChangedRows({ entity, changes: { columns, rows }, isComparison = false }: ChangedRowsProps) {
  const { t } = useLingui()
  if (rows.length === 0) {
    return (
      <span className={styles['note']}>
        <Trans>These rows are no longer kept.</Trans>
      </span>
    )
  }
  const kindOf = ({ before, after }: RowChange) => {
    if (!before) return isComparison ? t`Missing` : t`New`
    if (!after) return isComparison ? t`Only there` : t`Removed`
    return isComparison ? t`Other values` : t`Changed`
  }
  return (
    <>
      <SampleTable
        label={isComparison ? t`Rows of ${entity} that differ` : t`Rows of ${entity} that would change`}
        columns={[{ name: t`What`, type: '' }, ...columns.map((name) => ({ name, type: '' }))]}
        rows={rows.map((row) => [kindOf(row), ...columns.map((_, place) => shown(row, place))])}
      />
      <span className={styles['note']}>
        <Trans>At most a hundred rows.</Trans>
      </span>
    </>
  )
}

function shown({ before, after }: RowChange, place: number): string | null {
  const [old, now] = [before?.[place] ?? null, after?.[place] ?? null]
  if (!before) return now
  if (!after || old === now) return old
  return `${old ?? 'NULL'} → ${now ?? 'NULL'}`
}
