import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Plus, SearchX, Workflow } from 'lucide'
import { Suspense, useMemo, useState } from 'react'
import { FLOW_MARKS } from '../../../core/bulk/bulk-mark.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { byAttention } from '../../../core/flows/flow-attention.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { LimitNotice } from '../../errors/limit-notice.tsx'
import { Button } from '../../kit/button/button.tsx'
import { EmptyState } from '../../kit/empty-state/empty-state.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { RowCommands } from '../../lists/row-commands.tsx'
import { useSorting } from '../../lists/sorting.ts'
import { UnfinishedBulk } from '../../lists/unfinished-bulk.tsx'
import { useGrouping } from '../../lists/use-grouping.ts'
import { useListKeys } from '../../lists/use-list-keys.ts'
import { useRowDensity } from '../../lists/use-row-density.ts'
import { useSelection } from '../../lists/use-selection.ts'
import { useBatchFlows } from '../../queries/use-batches.ts'
import { useFlows } from '../../queries/use-flows.ts'
import { FLOW_VIEWS } from '../../routing/search.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import { SampleDataButton } from '../../sample-data/sample-data-button.tsx'
import { FlowBulkBar } from './flow-bulk-bar.tsx'
import { FlowDialogs } from './flow-dialogs.tsx'
import { FlowFilters } from './flow-filters.tsx'
import { FLOW_SORTS, FlowTable } from './flow-table.tsx'
import { narrowedFlows } from './narrowed-flows.ts'
import { useFlowGroups } from './use-flow-groups.ts'

const FlowRowCommands = lazyNamed(() => import('./flow-row-commands.tsx'), 'FlowRowCommands')
const FlowGraph = lazyNamed(() => import('../graph/flow-graph.tsx'), 'FlowGraph')

const NONE: readonly Flow[] = []

export function FlowList() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { filters, clearFilters } = useListUrl()
  const { data: flows = NONE, isPending, isLoadingError, error, refetch } = useFlows()
  const density = useRowDensity()
  const sorting = useSorting(FLOW_SORTS)
  const shown = useShownFlows(flows, sorting)
  const grouping = useGrouping(shown, useFlowGroups())
  const { selected, ...selection } = useSelection(grouping.visible)
  const view = FLOW_VIEWS.find((name) => name === filters.view)
  useListKeys({
    selection: { ...selection, selected },
    onEdit: (id) => void navigate({ to: '/floweditor/$id', params: { id } }),
  })

  if (isPending) return <SkeletonRows />
  if (isLoadingError) {
    return <ErrorState title={t`Flows could not be loaded`} error={error} onRetry={() => void refetch()} />
  }
  return (
    <>
      <LimitNotice kind="flows" count={flows.length} />
      <UnfinishedFlowBulks flows={flows} />
      {flows.length === 0 ? <NothingYet /> : <FlowFilters flows={flows} density={density} />}
      {flows.length > 0 && shown.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={<Trans>No flows match your filters</Trans>}
          actions={
            <Button onClick={clearFilters}>
              <Trans>Clear all</Trans>
            </Button>
          }
        />
      )}
      {shown.length > 0 &&
        (view === undefined ? (
          <FlowTable flows={shown} grouping={grouping} selection={selection} sorting={sorting} density={density[0]} />
        ) : (
          <Suspense fallback={<SkeletonRows />}>
            <FlowGraph flows={shown} all={flows} hasConnections={view === 'connections'} />
          </Suspense>
        ))}
      <RowCommands items={shown} nameOf={({ name }) => name}>
        {(flow) => <FlowRowCommands flow={flow} />}
      </RowCommands>
      <FlowBulkBar flows={selected} onClear={selection.clear} />
      <FlowDialogs flows={flows} />
    </>
  )
}

/** The flows that the address asks for, in its order; without one, what needs somebody comes first. */
function useShownFlows(flows: readonly Flow[], { sorted }: ReturnType<typeof useSorting<Flow>>): readonly Flow[] {
  const { filters } = useListUrl()
  const batch = useBatchFlows(filters.batch)
  const { q, state, connection, tag, owner, batch: batchId } = filters
  return useMemo(
    () => sorted(narrowedFlows(byAttention(flows), { q, state, connection, tag, owner, batch: batchId }, batch)),
    [flows, sorted, q, state, connection, tag, owner, batchId, batch],
  )
}

function NothingYet() {
  const { open } = useListUrl()
  const disabledReason = useDisabledReason('flow.write')
  return (
    <EmptyState
      icon={Workflow}
      title={<Trans>No flows yet</Trans>}
      actions={
        <>
          <Button variant="primary" icon={Plus} disabledReason={disabledReason} onClick={() => open('add')}>
            <Trans>Create your first flow</Trans>
          </Button>
          <SampleDataButton />
        </>
      }
    >
      <Trans>A flow moves tables from a source to a destination.</Trans>
    </EmptyState>
  )
}

const FlowBulkDialog = lazyNamed(() => import('./flow-bulk-dialog.tsx'), 'FlowBulkDialog')

/** Flows whose deletion was asked for, and that are there still. */
function UnfinishedFlowBulks({ flows }: { flows: readonly Flow[] }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<readonly Flow[]>()
  return (
    <>
      <UnfinishedBulk
        items={flows}
        name="deleteFlows"
        markOf={FLOW_MARKS.deleteFlows}
        titleOf={(count) => t`Delete ${plural(count, { one: '# flow', other: '# flows' })}`}
        onGoOn={setChosen}
      />
      <Suspense>{chosen && <FlowBulkDialog flows={chosen} onClose={() => setChosen(undefined)} />}</Suspense>
    </>
  )
}
