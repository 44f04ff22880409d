import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowRightFromLine, ArrowRightToLine, Plus, SearchX } from 'lucide'
import { connectionTypeOf } from '../../../core/connections/connection-type-of.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { LimitNotice } from '../../errors/limit-notice.tsx'
import { Button } from '../../kit/button/button.tsx'
import { EmptyState } from '../../kit/empty-state/empty-state.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { RowCommands } from '../../lists/row-commands.tsx'
import { useSorting } from '../../lists/sorting.ts'
import { type GroupKeys, useGrouping } from '../../lists/use-grouping.ts'
import { useListKeys } from '../../lists/use-list-keys.ts'
import { useRowDensity } from '../../lists/use-row-density.ts'
import { useSelection } from '../../lists/use-selection.ts'
import { useConnections } from '../../queries/use-connections.ts'
import { useFlows } from '../../queries/use-flows.ts'
import { useIntegrations } from '../../queries/use-integrations.ts'
import type { ListFilters } from '../../routing/search.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import { SampleDataButton } from '../../sample-data/sample-data-button.tsx'
import { type FlowEnd, fitsEnd, flowsByConnection } from '../flow-end.ts'
import { ConnectionBulkBar } from './connection-bulk-bar.tsx'
import { ConnectionDialogs } from './connection-dialogs.tsx'
import { ConnectionFilters, isInTestState, knownTestState } from './connection-filters.tsx'
import { ConnectionRowItems } from './connection-row-items.tsx'
import { CONNECTION_SORTS, type ConnectionEntry, ConnectionTable } from './connection-table.tsx'
import { UnfinishedConnectionBulks } from './unfinished-connection-bulks.tsx'

const CONNECTION_GROUPS: GroupKeys<ConnectionEntry> = {
  type: ({ type }) => [{ id: type, name: connectionTypeOf(type).label }],
}

export function ConnectionList({ end }: { end: FlowEnd }) {
  const { t } = useLingui()
  const { filters, clearFilters, open } = useListUrl()
  const { data: connections, isPending, isLoadingError, error, refetch } = useConnections()
  const every = useEntries()
  const entries = every.filter((connection) => fitsEnd(connection, end))
  const sorting = useSorting(CONNECTION_SORTS)
  const shown = sorting.sorted(narrowed(entries, filters))
  const density = useRowDensity()
  const grouping = useGrouping(shown, CONNECTION_GROUPS)
  const { selected, ...selection } = useSelection(grouping.visible)
  useListKeys({ selection: { ...selection, selected }, onEdit: (id) => open('edit', { id }) })
  const isSourcePage = end === 'source'

  if (isPending) return <SkeletonRows />
  if (isLoadingError) {
    const title = isSourcePage ? t`Sources could not be loaded` : t`Destinations could not be loaded`
    return <ErrorState title={title} error={error} onRetry={() => void refetch()} />
  }
  return (
    <>
      <LimitNotice kind="connections" count={every.length} />
      <UnfinishedConnectionBulks entries={every} />
      {entries.length > 0 ? (
        <ConnectionFilters end={end} connections={entries} density={density} />
      ) : (
        <NothingYet end={end} />
      )}
      {entries.length > 0 && shown.length === 0 && (
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
          grouping={grouping}
          selection={selection}
          sorting={sorting}
          density={density[0]}
        />
      )}
      <RowCommands items={shown} nameOf={({ name }) => name}>
        {(connection) => <ConnectionRowItems connection={connection} />}
      </RowCommands>
      <ConnectionBulkBar entries={selected} onClear={selection.clear} />
      <ConnectionDialogs end={end} connections={connections} />
    </>
  )
}

/** The connections, each with its flows and the name of its credentials. */
function useEntries(): readonly ConnectionEntry[] {
  const { data: connections = [] } = useConnections()
  const { data: flows = [] } = useFlows()
  const { data: integrations = [] } = useIntegrations()
  const users = flowsByConnection(flows)
  const names = new Map(integrations.map(({ id, name }) => [id, name]))
  return connections.map((connection) => ({
    ...connection,
    flows: users.get(connection.id) ?? [],
    integrationName: connection.integrationId === undefined ? undefined : names.get(connection.integrationId),
  }))
}

function narrowed(entries: readonly ConnectionEntry[], { q = '', type, state: word }: ListFilters) {
  const state = knownTestState(word)
  const wanted = q.trim().toLowerCase()
  if (wanted === '' && type === undefined && state === undefined) return entries
  return entries.filter(
    (entry) =>
      (type === undefined || entry.type === type) &&
      isInTestState(entry, state) &&
      `${entry.name} ${entry.type} ${entry.integrationName ?? ''}`.toLowerCase().includes(wanted),
  )
}

function NothingYet({ end }: { end: FlowEnd }) {
  const { t } = useLingui()
  const { open } = useListUrl()
  const disabledReason = useDisabledReason('connection.write')
  const isSourcePage = end === 'source'
  return (
    <EmptyState
      icon={isSourcePage ? ArrowRightFromLine : ArrowRightToLine}
      title={isSourcePage ? t`No sources yet` : t`No destinations yet`}
      actions={
        <>
          <Button variant="primary" icon={Plus} disabledReason={disabledReason} onClick={() => open('add')}>
            {isSourcePage ? t`Add your first source` : t`Add your first destination`}
          </Button>
          <SampleDataButton />
        </>
      }
    >
      {isSourcePage ? t`A database, a spreadsheet, a bill.` : t`Where data goes. Runs create missing tables.`}
    </EmptyState>
  )
}
