import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowRightFromLine, ArrowRightToLine, Plus, SearchX } from 'lucide-react'

import { ErrorState } from '../app/error-state.tsx'
import { NEW_KEYS, SEARCH_KEYS } from '../app/list-keys.ts'
import { useListUrl } from '../app/use-list-url.ts'
import { usePageTitle } from '../app/use-page-title.ts'
import { useFlows } from '../flows/use-flows.ts'
import { Button } from '../kit/button/button.tsx'
import { EmptyState } from '../kit/empty-state/empty-state.tsx'
import { Page, Toolbar } from '../kit/page/page.tsx'
import { PageHeader } from '../kit/page-header/page-header.tsx'
import { SearchInput } from '../kit/search-input/search-input.tsx'
import { SkeletonRows } from '../kit/skeleton/skeleton.tsx'
import { useRefusal } from '../organizations/use-refusal.ts'
import { SampleDataButton } from '../sample-data/sample-data-button.tsx'
import { ConnectionDialogs } from './connection-dialogs.tsx'
import { ConnectionTable } from './connection-table.tsx'
import { type FlowEnd, fitsEnd, flowsUsing } from './flow-end.ts'
import { useConnections } from './use-connections.ts'

/** Sources, or destinations: the same page with the other half of the list. */
export function ConnectionsPage({ end }: { end: FlowEnd }) {
  const { t } = useLingui()
  const isSourcePage = end === 'source'
  const title = isSourcePage ? t`Sources` : t`Destinations`
  usePageTitle(title)
  const { open } = useListUrl()
  const refusal = useRefusal('connection.write')

  return (
    <Page>
      <PageHeader
        title={title}
        description={isSourcePage ? t`Where your flows read from.` : t`Where your flows write to.`}
        actions={
          <Button variant="primary" icon={Plus} {...NEW_KEYS} disabledReason={refusal} onClick={() => open('add')}>
            {isSourcePage ? t`Add source` : t`Add destination`}
          </Button>
        }
      />
      <ConnectionList end={end} />
    </Page>
  )
}

function ConnectionList({ end }: { end: FlowEnd }) {
  const { t } = useLingui()
  const { query, search, clearFilters, open } = useListUrl()
  const { data: connections, isPending, isLoadingError, error, refetch } = useConnections()
  const { data: flows = [] } = useFlows()
  const isSourcePage = end === 'source'

  if (isPending) return <SkeletonRows />
  if (isLoadingError) {
    const title = isSourcePage ? t`Sources could not be loaded` : t`Destinations could not be loaded`
    return <ErrorState title={title} error={error} onRetry={() => void refetch()} />
  }

  const all = connections.filter((connection) => fitsEnd(connection, end))
  const shown = all.filter(({ name, type }) => `${name} ${type}`.toLowerCase().includes(query.trim().toLowerCase()))
  return (
    <>
      {all.length > 0 && (
        <Toolbar>
          <SearchInput
            label={isSourcePage ? t`Search sources` : t`Search destinations`}
            value={query}
            onChange={search}
            {...SEARCH_KEYS}
          />
        </Toolbar>
      )}
      {all.length === 0 && <NothingYet end={end} onAdd={() => open('add')} />}
      {all.length > 0 && shown.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={isSourcePage ? t`No sources match your search` : t`No destinations match your search`}
          actions={
            <Button onClick={clearFilters}>
              <Trans>Clear search</Trans>
            </Button>
          }
        />
      )}
      {shown.length > 0 && (
        <ConnectionTable
          label={isSourcePage ? t`Sources` : t`Destinations`}
          connections={shown}
          flowsOf={(id) => flowsUsing(flows, id)}
        />
      )}
      <ConnectionDialogs end={end} connections={connections} />
    </>
  )
}

function NothingYet({ end, onAdd }: { end: FlowEnd; onAdd(): void }) {
  const { t } = useLingui()
  const refusal = useRefusal('connection.write')
  const isSourcePage = end === 'source'
  return (
    <EmptyState
      icon={isSourcePage ? ArrowRightFromLine : ArrowRightToLine}
      title={isSourcePage ? t`No sources yet` : t`No destinations yet`}
      actions={
        <>
          <Button variant="primary" icon={Plus} disabledReason={refusal} onClick={onAdd}>
            {isSourcePage ? t`Add your first source` : t`Add your first destination`}
          </Button>
          <SampleDataButton />
        </>
      }
    >
      {isSourcePage
        ? t`A source is a system that your data is read from: a database, a spreadsheet, a bill.`
        : t`A destination is a system that your data is written to. Tables that are missing there are made by the run.`}
    </EmptyState>
  )
}
