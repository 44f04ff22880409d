import { Trans, useLingui } from '@lingui/react/macro'

import type { RowChange } from '../../../core/runs/rows/row-changes.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { SampleTable } from '../../kit/sample-table/sample-table.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import styles from './stream-difference.module.css'
import { useRowChanges } from './use-row-changes.ts'

interface RowChangesTableProps {
  readonly runId: string
  readonly entity: string
  /** Both sides were compared, so the rows are named after what the destination has. */
  readonly isComparison?: boolean
}

/** Some of the rows that a run would add, change or remove; a changed value is shown before and after. */
export function RowChangesTable({ runId, entity, isComparison = false }: RowChangesTableProps) {
  const { t } = useLingui()
  const { data, isPending, isError, error, refetch } = useRowChanges(runId, entity)
  if (isPending) return <SkeletonRows count={3} />
  if (isError)
    return <ErrorState title={t`The rows could not be loaded`} error={error} onRetry={() => void refetch()} />
  if (data.rows.length === 0) {
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
        label={t`Rows of ${entity} that would change`}
        columns={[{ name: t`What`, type: '' }, ...data.columns.map((name) => ({ name, type: '' }))]}
        rows={data.rows.map((row) => [kindOf(row), ...data.columns.map((_, place) => shown(row, place))])}
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
