import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { History, SearchX } from 'lucide'
import { Suspense } from 'react'

import { ErrorState } from '../../errors/error-state.tsx'
import { Button } from '../../kit/button/button.tsx'
import { EmptyState } from '../../kit/empty-state/empty-state.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useFlows } from '../../queries/use-flows.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import { FlowDialogs } from '../flow-dialogs.tsx'
import { RunFilters } from './run-filters.tsx'
import styles from './run-list.module.css'
import { RunTable } from './run-table.tsx'
import { useRunList } from './use-run-list.ts'

const RunDialog = lazyNamed(() => import('./run-dialog.tsx'), 'RunDialog')

/** All that the organization has run, newest first, narrowed by what the address says. */
export function RunList() {
  const { filters } = useListUrl()
  const { data: flows = [] } = useFlows()
  return (
    <>
      <RunFilters flows={flows} />
      <Found />
      <Suspense>{filters.run !== undefined && <RunDialog key={filters.run} runId={filters.run} />}</Suspense>
      <FlowDialogs flows={flows} />
    </>
  )
}

function Found() {
  const { t } = useLingui()
  const { data, isPending, isLoadingError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useRunList()
  if (isPending) return <SkeletonRows />
  if (isLoadingError) {
    return <ErrorState title={t`Runs could not be loaded`} error={error} onRetry={() => void refetch()} />
  }
  const runs = data.pages.flatMap((page) => page.runs)
  if (runs.length === 0) return <None />
  return (
    <>
      <RunTable runs={runs} />
      {hasNextPage && (
        <p className={styles['more']}>
          <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans>Show earlier runs</Trans>
          </Button>
        </p>
      )}
    </>
  )
}

function None() {
  const { filters, clearFilters } = useListUrl()
  const { state, flow, trigger, dry, period, from, to } = filters
  const isNarrowed = [state, flow, trigger, dry, period, from, to].some((value) => value !== undefined)
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
    >
      <Trans>Run a flow. This page then shows what it moved: when, how much, how long, and what went wrong.</Trans>
    </EmptyState>
  )
}
