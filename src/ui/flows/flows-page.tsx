import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, SearchX, Workflow } from 'lucide-react'

import type { Flow } from '../../core/flows/flow.ts'
import { ErrorState } from '../app/error-state.tsx'
import { NEW_KEYS, SEARCH_KEYS } from '../app/list-keys.ts'
import { useListUrl } from '../app/use-list-url.ts'
import { usePageTitle } from '../app/use-page-title.ts'
import { Button } from '../kit/button/button.tsx'
import { EmptyState } from '../kit/empty-state/empty-state.tsx'
import { Page, Toolbar } from '../kit/page/page.tsx'
import { PageHeader } from '../kit/page-header/page-header.tsx'
import { SearchInput } from '../kit/search-input/search-input.tsx'
import { SkeletonRows } from '../kit/skeleton/skeleton.tsx'
import { useRefusal } from '../organizations/use-refusal.ts'
import { SampleDataButton } from '../sample-data/sample-data-button.tsx'
import { FlowDialogs } from './flow-dialogs.tsx'
import { isInState } from './flow-states.ts'
import { FlowTable } from './flow-table.tsx'
import { StateFilter } from './state-filter.tsx'
import { useFlows } from './use-flows.ts'

export function FlowsPage() {
  const { t } = useLingui()
  usePageTitle(t`Flows`)
  const { open } = useListUrl()
  const refusal = useRefusal('flow.write')
  return (
    <Page>
      <PageHeader
        title={t`Flows`}
        description={t`What is moved, from where to where.`}
        actions={
          <Button variant="primary" icon={Plus} {...NEW_KEYS} disabledReason={refusal} onClick={() => open('add')}>
            <Trans>New flow</Trans>
          </Button>
        }
      />
      <FlowList />
    </Page>
  )
}

function FlowList() {
  const { t } = useLingui()
  const { query, state, search, filter, clearFilters, open } = useListUrl()
  const { data: flows, isPending, isLoadingError, error, refetch } = useFlows()
  const refusal = useRefusal('flow.write')

  if (isPending) return <SkeletonRows />
  if (isLoadingError)
    return <ErrorState title={t`Flows could not be loaded`} error={error} onRetry={() => void refetch()} />

  const shown = flows.filter((flow) => isInState(flow, state) && textOf(flow).includes(query.trim().toLowerCase()))
  return (
    <>
      {flows.length > 0 && (
        <Toolbar>
          <SearchInput label={t`Search flows`} value={query} onChange={search} {...SEARCH_KEYS} />
          <StateFilter value={state} flows={flows} onChange={filter} />
        </Toolbar>
      )}
      {flows.length === 0 && (
        <EmptyState
          icon={Workflow}
          title={<Trans>No flows yet</Trans>}
          actions={
            <>
              <Button variant="primary" icon={Plus} disabledReason={refusal} onClick={() => open('add')}>
                <Trans>Create your first flow</Trans>
              </Button>
              <SampleDataButton />
            </>
          }
        >
          <Trans>A flow moves tables from a source to a destination, whenever you run it.</Trans>
        </EmptyState>
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
      {shown.length > 0 && <FlowTable flows={shown} />}
      <FlowDialogs flows={flows} />
    </>
  )
}

/** What a search looks through. */
const textOf = ({ name, sourceConnection, destinationConnection }: Flow): string =>
  [name, sourceConnection?.name, destinationConnection?.name].join(' ').toLowerCase()
