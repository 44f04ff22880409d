import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useParams } from '@tanstack/react-router'
import { FileQuestion } from 'lucide'
import { Suspense } from 'react'
import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import type { Run } from '../../../core/runs/run.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { Button } from '../../kit/button/button.tsx'
import { EmptyState } from '../../kit/empty-state/empty-state.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Page } from '../../kit/page/page.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useHomeOrganization } from '../../queries/use-home-organization.ts'
import { useRun } from '../../queries/use-runs.ts'
import { usePageTitle } from '../../routing/use-page-title.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { isGone, unwrap } from '../../services/unwrap.ts'
import { RunLog } from '../log/run-log.tsx'
import { RunOverview } from '../overview/run-overview.tsx'
import { RunHead } from './run-head.tsx'
import { RunSections } from './run-sections.tsx'
import styles from './run-view.module.css'
import { useRunUrl } from './use-run-url.ts'

export function RunPage() {
  const { t } = useLingui()
  const { id } = useParams({ from: '/main/runs/$id' })
  const { data: run, isPending, isError, error, refetch } = useRun(id)
  const name = run?.flowName
  usePageTitle(name === undefined ? t`Run` : t`Run of ${name}`)

  return (
    <Page width="full">
      {run && <RunView key={run.id} run={run} />}
      {isPending && <SkeletonRows />}
      {!run && isError && isGone(error) && <RunElsewhere key={id} id={id} />}
      {!run && isError && !isGone(error) && (
        <ErrorState title={t`The run could not be loaded`} error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

const CancelRunDialog = lazyNamed(() => import('../actions/cancel-run-dialog.tsx'), 'CancelRunDialog')

/** Everything about one run: its figures, its trouble, its tables, and its log below them. */
function RunView({ run }: { run: Run }) {
  const { dialog, closeDialog } = useRunUrl()
  return (
    <>
      <RunHead run={run} />
      <div className={styles['parts']}>
        <RunOverview run={run} />
        <RunSections run={run} />
        <RunLog runId={run.id} isGoing={!isFinal(run.status)} streams={run.streams} startedAt={run.startedAt} />
      </div>
      <Suspense>{dialog === 'cancel' && <CancelRunDialog run={run} onClose={closeDialog} />}</Suspense>
    </>
  )
}

/** A run that is not in the active organization: the user's organization that has it becomes active. */
function RunElsewhere({ id }: { readonly id: string }) {
  const { t } = useLingui()
  const { findRunOrganization } = useServices()
  const active = useActiveOrganization()
  const { isNowhere, error, refetch } = useHomeOrganization({
    queryKey: QUERY_KEYS.runOrganization(active.id, id),
    queryFn: () => unwrap(findRunOrganization(id)),
  })
  if (isNowhere) return <RunGone />
  if (!error) return <SkeletonRows />
  return <ErrorState title={t`The run could not be loaded`} error={error} onRetry={() => void refetch()} />
}

const RunGone = () => (
  <EmptyState
    isWholePage
    icon={FileQuestion}
    title={<Trans>This run does not exist</Trans>}
    actions={
      <Button asChild variant="primary">
        <Link to="/runs">
          <Trans>See all runs</Trans>
        </Link>
      </Button>
    }
  >
    <Trans>It was deleted, or is in another organization.</Trans>
  </EmptyState>
)
