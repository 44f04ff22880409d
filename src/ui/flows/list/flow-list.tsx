import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, SearchX, Workflow } from 'lucide'
import { Suspense, useMemo } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import { byAttention } from '../../../core/flows/flow-attention.ts'
import { searchFlows } from '../../../core/flows/search-flows.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { flowsUsing } from '../../connections/flow-end.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { LimitNotice } from '../../errors/limit-notice.tsx'
import { Button } from '../../kit/button/button.tsx'
import { EmptyState } from '../../kit/empty-state/empty-state.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Toolbar } from '../../kit/page/page.tsx'
import { SearchInput } from '../../kit/search-input/search-input.tsx'
import { SegmentedControl } from '../../kit/segmented-control/segmented-control.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useSorting } from '../../lists/sorting.ts'
import { useSelection } from '../../lists/use-selection.ts'
import { useFlows } from '../../queries/use-flows.ts'
import { SEARCH_KEYS } from '../../routing/list-keys.ts'
import { FLOW_VIEWS, type ListFilters } from '../../routing/search.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import { SampleDataButton } from '../../sample-data/sample-data-button.tsx'
import { ConnectionFilter } from './connection-filter.tsx'
import { FlowBulkBar } from './flow-bulk-bar.tsx'
import { FlowDialogs } from './flow-dialogs.tsx'
import { isInState, knownState } from './flow-states.ts'
import { FLOW_SORTS, FlowTable } from './flow-table.tsx'
import { StateFilter } from './state-filter.tsx'
import { UnfinishedFlowBulks } from './unfinished-flow-bulks.tsx'

const FlowGraph = lazyNamed(() => import('../graph/flow-graph.tsx'), 'FlowGraph')

export function FlowList() {
  const { t } = useLingui()
  const { filters, query, search, filter, clearFilters } = useListUrl()
  const { data: flows = [], isPending, isLoadingError, error, refetch } = useFlows()
  const sorting = useSorting(FLOW_SORTS)
  const ordered = useMemo(() => byAttention(flows), [flows])
  const view = FLOW_VIEWS.find((name) => name === filters.view)
  const shown = sorting.sorted(narrowed(ordered, filters))
  const { selected, ...selection } = useSelection(shown)

  if (isPending) return <SkeletonRows />
  if (isLoadingError) {
    return <ErrorState title={t`Flows could not be loaded`} error={error} onRetry={() => void refetch()} />
  }
  return (
    <>
      <LimitNotice kind="flows" count={flows.length} />
      <UnfinishedFlowBulks flows={flows} />
      {flows.length === 0 && <NothingYet />}
      {flows.length > 0 && (
        <Toolbar>
          <SearchInput label={t`Search flows`} value={query} onChange={search} {...SEARCH_KEYS} />
          <StateFilter value={knownState(filters.state)} flows={flows} onChange={(state) => filter({ state })} />
          <ConnectionFilter
            value={filters.connection}
            flows={flows}
            onChange={(connection) => filter({ connection })}
          />
          <ViewSwitch value={view} onChange={(next) => filter({ view: next, flow: undefined })} />
        </Toolbar>
      )}
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
          <FlowTable flows={shown} selection={selection} sorting={sorting} />
        ) : (
          <Suspense fallback={<SkeletonRows />}>
            <FlowGraph flows={shown} all={flows} hasConnections={view === 'connections'} />
          </Suspense>
        ))}
      <FlowBulkBar flows={selected} onClear={selection.clear} />
      <FlowDialogs flows={flows} />
    </>
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
      <Trans>A flow moves tables from a source to a destination, whenever you run it.</Trans>
    </EmptyState>
  )
}

function narrowed(flows: readonly Flow[], { q = '', state: word, connection }: ListFilters): readonly Flow[] {
  const state = knownState(word)
  const near = connection === undefined ? flows : flowsUsing(flows, connection)
  const inState = state === undefined ? near : near.filter((flow) => isInState(flow, state))
  return searchFlows(inState, q)
}

type FlowView = (typeof FLOW_VIEWS)[number]

interface ViewSwitchProps {
  /** Absent: the list. */
  readonly value: FlowView | undefined
  onChange(view: FlowView | undefined): void
}

/** Flows as a list, in the order in which they start, or between their connections. */
function ViewSwitch({ value, onChange }: ViewSwitchProps) {
  const { t } = useLingui()
  return (
    <SegmentedControl
      label={t`View`}
      value={value ?? 'list'}
      options={[
        { value: 'list', label: t`List` },
        { value: 'order', label: t`Order` },
        { value: 'connections', label: t`Connections` },
      ]}
      onChange={(next) => onChange(FLOW_VIEWS.find((view) => view === next))}
    />
  )
}
