import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound, Plus, SearchX } from 'lucide'
import { Suspense, useState } from 'react'
import { INTEGRATION_MARKS } from '../../core/bulk/bulk-mark.ts'
import type { Connection } from '../../core/connections/connection.ts'
import { integrationTypeOf } from '../../core/integrations/integration-type-of.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { ErrorState } from '../errors/error-state.tsx'
import { LimitNotice } from '../errors/limit-notice.tsx'
import { Button } from '../kit/button/button.tsx'
import { EmptyState } from '../kit/empty-state/empty-state.tsx'
import { lazyNamed } from '../kit/lazy-named.ts'
import { Toolbar } from '../kit/page/page.tsx'
import { SearchInput } from '../kit/search-input/search-input.tsx'
import { SkeletonRows } from '../kit/skeleton/skeleton.tsx'
import { RowCommands } from '../lists/row-commands.tsx'
import { useSorting } from '../lists/sorting.ts'
import { TypeFilter } from '../lists/type-filter.tsx'
import { UnfinishedBulk } from '../lists/unfinished-bulk.tsx'
import { useListKeys } from '../lists/use-list-keys.ts'
import { useSelection } from '../lists/use-selection.ts'
import { useConnections } from '../queries/use-connections.ts'
import { useIntegrations } from '../queries/use-integrations.ts'
import { SEARCH_KEYS } from '../routing/list-keys.ts'
import type { ListFilters } from '../routing/search.ts'
import { useListUrl } from '../routing/use-list-url.ts'
import { IntegrationBulkBar } from './integration-bulk-bar.tsx'
import { IntegrationDialogs } from './integration-dialogs.tsx'
import { IntegrationRowItems } from './integration-row-items.tsx'
import { INTEGRATION_SORTS, type IntegrationEntry, IntegrationTable } from './integration-table.tsx'

export function IntegrationList() {
  const { t } = useLingui()
  const { filters, query, search, clearFilters, open } = useListUrl()
  const { data: integrations, isPending, isLoadingError, error, refetch } = useIntegrations()
  const { data: connections = [] } = useConnections()
  const entries = useEntries()
  const sorting = useSorting(INTEGRATION_SORTS)
  const shown = sorting.sorted(narrowed(entries, filters))
  const { selected, ...selection } = useSelection(shown)
  useListKeys({ selection: { ...selection, selected }, onEdit: (id) => open('edit', { id }) })

  if (isPending) return <SkeletonRows />
  if (isLoadingError) {
    return <ErrorState title={t`Integrations could not be loaded`} error={error} onRetry={() => void refetch()} />
  }
  return (
    <>
      <LimitNotice kind="integrations" count={integrations.length} />
      <UnfinishedIntegrationBulks entries={entries} />
      {entries.length === 0 && <NothingYet />}
      {entries.length > 0 && (
        <Toolbar>
          <SearchInput label={t`Search integrations`} value={query} onChange={search} {...SEARCH_KEYS} />
          <TypeFilter types={entries.map(({ type }) => type)} labelOf={(type) => integrationTypeOf(type).label} />
        </Toolbar>
      )}
      {entries.length > 0 && shown.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={<Trans>No integrations match your search</Trans>}
          actions={
            <Button onClick={clearFilters}>
              <Trans>Clear search</Trans>
            </Button>
          }
        />
      )}
      {shown.length > 0 && <IntegrationTable entries={shown} selection={selection} sorting={sorting} />}
      <RowCommands items={shown} nameOf={({ name }) => name}>
        {({ id }) => <IntegrationRowItems id={id} />}
      </RowCommands>
      <IntegrationBulkBar entries={selected} onClear={selection.clear} />
      <IntegrationDialogs integrations={integrations} connections={connections} />
    </>
  )
}

/** The integrations, each with its connections and the time of their last passed test; without those that are a part of their connection. */
function useEntries(): readonly IntegrationEntry[] {
  const { data: integrations = [] } = useIntegrations()
  const { data: connections = [] } = useConnections()
  const users = new Map<string, Connection[]>()
  for (const connection of connections) {
    const { integrationId = '' } = connection
    users.get(integrationId)?.push(connection) ?? users.set(integrationId, [connection])
  }
  const shared = integrations.filter(({ id, mergedIntegration }) => !mergedIntegration || !users.has(id))
  return shared.map((integration) => {
    const using = users.get(integration.id) ?? []
    const passed = using.flatMap(({ lastTest }) => (lastTest?.ok ? [lastTest.at] : []))
    return { ...integration, connections: using, verifiedAt: passed.sort().at(-1) }
  })
}

function narrowed(entries: readonly IntegrationEntry[], { q = '', type }: ListFilters) {
  const wanted = q.trim().toLowerCase()
  if (wanted === '' && type === undefined) return entries
  return entries.filter(
    (entry) =>
      (type === undefined || entry.type === type) &&
      `${entry.name} ${integrationTypeOf(entry.type).label}`.toLowerCase().includes(wanted),
  )
}

function NothingYet() {
  const { open } = useListUrl()
  const disabledReason = useDisabledReason('integration.write')
  return (
    <EmptyState
      icon={KeyRound}
      title={<Trans>No integrations yet</Trans>}
      actions={
        <Button variant="primary" icon={Plus} disabledReason={disabledReason} onClick={() => open('add')}>
          <Trans>Add your first integration</Trans>
        </Button>
      }
    >
      <Trans>Databases bring their own credentials.</Trans>
    </EmptyState>
  )
}

const DeleteIntegrationsDialog = lazyNamed(() => import('./delete-integrations-dialog.tsx'), 'DeleteIntegrationsDialog')

/** What was asked for many integrations, and is not done. */
function UnfinishedIntegrationBulks({ entries }: { entries: readonly IntegrationEntry[] }) {
  const { t } = useLingui()
  const [rest, setRest] = useState<readonly IntegrationEntry[]>()
  return (
    <>
      <UnfinishedBulk
        name="removeIntegrations"
        items={entries}
        markOf={INTEGRATION_MARKS.removeIntegrations}
        titleOf={(count) => t`Delete ${plural(count, { one: '# integration', other: '# integrations' })}`}
        onGoOn={setRest}
      />
      <Suspense>{rest && <DeleteIntegrationsDialog entries={rest} onClose={() => setRest(undefined)} />}</Suspense>
    </>
  )
}
