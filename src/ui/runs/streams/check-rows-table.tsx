import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'

import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { SampleTable } from '../../kit/sample-table/sample-table.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'
import styles from './stream-difference.module.css'

interface CheckRowsTableProps {
  readonly runId: string
  readonly entity: string
  readonly checkId: string
}

/** Some of the rows that did not pass a check. */
export function CheckRowsTable({ runId, entity, checkId }: CheckRowsTableProps) {
  const { t } = useLingui()
  const { listCheckRows } = useServices()
  const { id } = useActiveOrganization()
  const { data, isPending, isError, error, refetch } = useQuery({
    queryKey: QUERY_KEYS.checkRows(id, runId, entity, checkId),
    queryFn: () => unwrap(listCheckRows(runId, entity, checkId)),
  })
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
  return (
    <>
      <SampleTable
        label={t`Rows of ${entity} that did not pass`}
        columns={data.columns.map((name) => ({ name, type: '' }))}
        rows={data.rows}
      />
      <span className={styles['note']}>
        <Trans>At most a hundred rows.</Trans>
      </span>
    </>
  )
}
