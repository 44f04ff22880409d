import { useLingui } from '@lingui/react/macro'

import { ErrorState } from '../../errors/error-state.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { ChangedRows } from './changed-rows.tsx'
import { useRowChanges } from './use-row-changes.ts'

interface RowChangesTableProps {
  readonly runId: string
  readonly entity: string
  /** Both sides were compared, so the rows are named after what the destination has. */
  readonly isComparison?: boolean
}

/** Some of the rows that a run would add, change or remove. */
export function RowChangesTable({ runId, entity, isComparison = false }: RowChangesTableProps) {
  const { t } = useLingui()
  const { data, isPending, isError, error, refetch } = useRowChanges(runId, entity)
  if (isPending) return <SkeletonRows count={3} />
  if (isError)
    return <ErrorState title={t`The rows could not be loaded`} error={error} onRetry={() => void refetch()} />
  return <ChangedRows entity={entity} changes={data} isComparison={isComparison} />
}
