import { useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { isMirrored } from '../../../core/catalog/mirrors/is-mirrored.ts'
import { isTrouble } from '../../../core/catalog/runs/run-states.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { hasHistory } from '../../../core/flows/overview/flow-overview.ts'
import { withKnownEnds } from '../../../core/flows/with-known-ends.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Page, Stack } from '../../kit/page/page.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useLoadedConnections } from '../../queries/use-connections.ts'
import { useFlowOverview } from '../../queries/use-flow-overview.ts'
import { useFlow } from '../../queries/use-flows.ts'
import { useMirrorSummary } from '../../queries/use-mirrors.ts'
import { usePageTitle } from '../../routing/use-page-title.ts'
import { isGone } from '../../services/unwrap.ts'
import { useIsOffered } from '../../services/use-is-offered.ts'
import { FlowFacts } from './flow-facts.tsx'
import { FlowHead } from './flow-head.tsx'
import { FlowHistory } from './flow-history.tsx'
import { FlowLastRuns } from './flow-last-runs.tsx'
import styles from './flow-page.module.css'
import { FlowSettings } from './flow-settings.tsx'
import { FlowTables } from './flow-tables.tsx'
import { useFlowUrl } from './use-flow-url.ts'

const FlowElsewhere = lazyNamed(() => import('../editor/flow-elsewhere.tsx'), 'FlowElsewhere')
const DraftStrip = lazyNamed(() => import('../publishing/draft-strip.tsx'), 'DraftStrip')
const LastTrouble = lazyNamed(() => import('./last-trouble.tsx'), 'LastTrouble')
const LatelyChanged = lazyNamed(() => import('./lately-changed.tsx'), 'LatelyChanged', { isPart: true })
const MirrorOverview = lazyNamed(() => import('./mirror-overview.tsx'), 'MirrorOverview', { isPart: true })
const FlowPageDialog = lazyNamed(() => import('./flow-page-dialog.tsx'), 'FlowPageDialog')

export function FlowPage() {
  const { t } = useLingui()
  const { id } = useParams({ from: '/main/flows/$id' })
  const { data: flow, isPending, isError, error, refetch } = useFlow(id)
  const connections = useLoadedConnections()
  usePageTitle(flow?.name ?? t`Flow`)

  return (
    <Page>
      {flow && <FlowView key={flow.id} flow={withKnownEnds(flow, connections)} />}
      {isPending && <SkeletonRows />}
      {!flow && isError && isGone(error) && (
        <Suspense fallback={<SkeletonRows />}>
          <FlowElsewhere key={id} id={id} />
        </Suspense>
      )}
      {!flow && isError && !isGone(error) && (
        <ErrorState title={t`The flow could not be loaded`} error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

/** How a flow is doing, and everything about it except its steps, which are in the editor. */
function FlowView({ flow }: { readonly flow: Flow }) {
  const overview = useFlowOverview(flow.id)
  const hasOverview = useIsOffered('fetchFlowOverview')
  const { dialog } = useFlowUrl()
  const isMirror = isMirrored(flow.config)
  const isBegun = (useMirrorSummary(flow)?.state ?? 'off') !== 'off'
  return (
    <>
      <FlowHead flow={flow} />
      <Stack>
        {flow.draft && (
          <Suspense>
            <DraftStrip flow={flow} />
          </Suspense>
        )}
        {!isMirror && flow.lastRun && isTrouble(flow.lastRun.status) && (
          <Suspense>
            <LastTrouble runId={flow.lastRun.id} />
          </Suspense>
        )}
        {isMirror ? (
          <Suspense fallback={<SkeletonRows />}>
            <MirrorOverview flow={flow} />
          </Suspense>
        ) : (
          <RunsOverview flow={flow} overview={overview} />
        )}
        <div className={styles['halves']}>
          <div className={styles['half']}>
            {hasOverview && !isBegun && <FlowTables flow={flow} overview={overview.data} />}
            <FlowLastRuns flow={flow} isYoung={overview.data !== undefined && !hasHistory(overview.data)} />
          </div>
          <div className={styles['half']}>
            <FlowSettings flow={flow} />
            <Suspense>{hasOverview && <LatelyChanged flow={flow} overview={overview.data} />}</Suspense>
          </div>
        </div>
      </Stack>
      <Suspense>{dialog && <FlowPageDialog dialog={dialog} flow={flow} />}</Suspense>
    </>
  )
}

interface RunsOverviewProps {
  readonly flow: Flow
  readonly overview: ReturnType<typeof useFlowOverview>
}

/** Facts and pictures of the last runs. */
function RunsOverview({ flow, overview }: RunsOverviewProps) {
  const { t } = useLingui()
  const hasOverview = useIsOffered('fetchFlowOverview')
  return (
    <>
      <FlowFacts flow={flow} overview={overview.data} />
      {overview.isLoadingError && hasOverview ? (
        <ErrorState
          title={t`The history could not be loaded`}
          error={overview.error}
          onRetry={() => void overview.refetch()}
        />
      ) : (
        hasOverview && <FlowHistory flow={flow} overview={overview.data} />
      )}
    </>
  )
}
