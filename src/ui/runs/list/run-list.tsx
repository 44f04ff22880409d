import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { History, SearchX } from 'lucide'

import type { Flow } from '../../../core/flows/flow.ts'
import type { Run } from '../../../core/runs/run.ts'
import { ActionError } from '../../errors/action-error.tsx'
import { ErrorState } from '../../errors/error-state.tsx'
import { refusalOf } from '../../errors/error-text.ts'
import { Button } from '../../kit/button/button.tsx'
import { EmptyState } from '../../kit/empty-state/empty-state.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import type { Density } from '../../kit/table/table.tsx'
import { RowCommands } from '../../lists/row-commands.tsx'
import { useListKeys } from '../../lists/use-list-keys.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import styles from './run-list.module.css'
import { RunRowItems } from './run-row-items.tsx'
import { RunTable } from './run-table.tsx'
import { useIsNarrowed } from './use-is-narrowed.ts'
import { useRunList } from './use-run-list.ts'

const nameOf = ({ flowId, flowName = flowId }: Run): string => flowName

export function RunList({ flows, density }: { readonly flows: readonly Flow[]; readonly density: Density }) {
  const { t } = useLingui()
  useListKeys({})
  const { data, isPending, isLoadingError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useRunList()
  if (isPending) return <SkeletonRows />
  if (isLoadingError) {
    // A word in the address that is no id has no runs, as an unknown id has none.
    if (refusalOf(error)?.field === 'flow') return <None />
    return <ErrorState title={t`Runs could not be loaded`} error={error} onRetry={() => void refetch()} />
  }
  const runs = data.pages.flatMap((page) => page.runs)
  if (runs.length === 0) return <None />
  return (
    <>
      <RunTable runs={runs} flows={flows} density={density} />
      <RowCommands items={runs} nameOf={nameOf}>
        {(run) => <RunRowItems run={run} />}
      </RowCommands>
      {hasNextPage && (
        <div className={styles['more']}>
          <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans>Show earlier runs</Trans>
          </Button>
          <ActionError error={error} />
        </div>
      )}
    </>
  )
}

/** No runs, or none that match. */
function None() {
  const { clearFilters } = useListUrl()
  const isNarrowed = useIsNarrowed()
  if (isNarrowed) {
    return (
      <EmptyState
        icon={SearchX}
        title={<Trans>No runs match your filters</Trans>}
        actions={
          <Button onClick={clearFilters}>
            <Trans>Clear all</Trans>
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={History}
      title={<Trans>No runs yet</Trans>}
      actions={
        <Button asChild variant="primary">
          <Link to="/flows">
            <Trans>Go to the flows</Trans>
          </Link>
        </Button>
      }
    />
  )
}
