import { Trans, useLingui } from '@lingui/react/macro'
import { ListChecks } from 'lucide'
import { Suspense } from 'react'
import { isPaced } from '../../../core/catalog/connections/connection-types.ts'
import { isTrouble } from '../../../core/catalog/runs/run-states.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import type { Mirror } from '../../../core/mirrors/mirror.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { Button } from '../../kit/button/button.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Skeleton } from '../../kit/skeleton/skeleton.tsx'
import { useMirror, useMirrorWindows } from '../../queries/use-mirrors.ts'
import { MirrorFacts } from './mirror-facts.tsx'
import { MirrorTables } from './mirror-tables.tsx'
import { MirrorTrouble } from './mirror-trouble.tsx'
import { MirrorWindows } from './mirror-windows.tsx'
import { useFlowUrl } from './use-flow-url.ts'

const LastTrouble = lazyNamed(() => import('./last-trouble.tsx'), 'LastTrouble')
const MirrorCharts = lazyNamed(() => import('./charts/mirror-charts.tsx'), 'MirrorCharts', { isPart: true })

/** How the mirror of a flow is doing, and what it can be asked for. */
export function MirrorOverview({ flow }: { readonly flow: Flow }) {
  const { t } = useLingui()
  const { data: mirror, isLoadingError, error, refetch } = useMirror(flow.id)
  const { data: pages, hasNextPage, isFetchingNextPage, fetchNextPage } = useMirrorWindows(flow.id)
  const [windows] = pages?.pages ?? []
  if (isLoadingError) {
    return <ErrorState title={t`The mirror could not be loaded`} error={error} onRetry={() => void refetch()} />
  }
  if (!mirror) return <Skeleton height="20rem" />
  // A copy that has failed is trouble as long as its tables wait for the next one.
  const isCopying = mirror.tables.some(({ state }) => state === 'copying')
  return (
    <>
      {isCopying && flow.lastRun && isTrouble(flow.lastRun.status) && (
        <Suspense>
          <LastTrouble runId={flow.lastRun.id} />
        </Suspense>
      )}
      <MirrorTrouble mirror={mirror} actions={<PrepareCutOver flow={flow} mirror={mirror} />} />
      <MirrorFacts flow={flow} mirror={mirror} />
      {windows && windows.length > 1 && (
        <Suspense fallback={<Skeleton height="18.5rem" />}>
          <MirrorCharts windows={windows} />
        </Suspense>
      )}
      <MirrorTables flow={flow} mirror={mirror} />
      {pages && windows && windows.length > 0 && (
        <MirrorWindows
          windows={pages.pages.flat()}
          hasMore={hasNextPage}
          isLoadingMore={isFetchingNextPage}
          onMore={() => void fetchNextPage()}
        />
      )}
    </>
  )
}

interface PrepareCutOverProps {
  readonly flow: Flow
  readonly mirror: Mirror
}

/** For people who migrate: the checklist until the application uses the destination, which a warehouse with an interval is not for. */
function PrepareCutOver({ flow, mirror: { wanted, cutOver } }: PrepareCutOverProps) {
  const { open } = useFlowUrl()
  if (wanted !== 'on' || isPaced(flow.destinationConnection?.type ?? '')) return null
  return (
    <Button size="sm" icon={ListChecks} onClick={() => open('cut-over')}>
      {cutOver ? <Trans>Open the cut-over</Trans> : <Trans>Prepare cut-over</Trans>}
    </Button>
  )
}
