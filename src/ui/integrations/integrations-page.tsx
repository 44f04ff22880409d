import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound, Plus, SearchX } from 'lucide-react'

import { integrationTypeOf } from '../../core/integrations/integration-type-of.ts'
import { ErrorState } from '../app/error-state.tsx'
import { NEW_KEYS, SEARCH_KEYS } from '../app/list-keys.ts'
import { useListUrl } from '../app/use-list-url.ts'
import { usePageTitle } from '../app/use-page-title.ts'
import { useConnections } from '../connections/use-connections.ts'
import { Button } from '../kit/button/button.tsx'
import { EmptyState } from '../kit/empty-state/empty-state.tsx'
import { Page, Toolbar } from '../kit/page/page.tsx'
import { PageHeader } from '../kit/page-header/page-header.tsx'
import { SearchInput } from '../kit/search-input/search-input.tsx'
import { SkeletonRows } from '../kit/skeleton/skeleton.tsx'
import { useRefusal } from '../organizations/use-refusal.ts'
import { ReturnFromGoogle } from './google/return-from-google.tsx'
import { IntegrationDialogs } from './integration-dialogs.tsx'
import { IntegrationTable } from './integration-table.tsx'
import { useIntegrations } from './use-integrations.ts'

export function IntegrationsPage() {
  const { t } = useLingui()
  usePageTitle(t`Integrations`)
  const { open } = useListUrl()
  const refusal = useRefusal('integration.write')
  return (
    <Page>
      <PageHeader
        title={t`Integrations`}
        description={t`Credentials for the systems that your connections use. Secrets are stored encrypted and never shown again.`}
        actions={
          <Button variant="primary" icon={Plus} {...NEW_KEYS} disabledReason={refusal} onClick={() => open('add')}>
            <Trans>Add integration</Trans>
          </Button>
        }
      />
      <ReturnFromGoogle />
      <IntegrationList />
    </Page>
  )
}

function IntegrationList() {
  const { t } = useLingui()
  const { query, search, clearFilters, open } = useListUrl()
  const { data: integrations, isPending, isLoadingError, error, refetch } = useIntegrations()
  const { data: connections = [] } = useConnections()
  const refusal = useRefusal('integration.write')

  if (isPending) return <SkeletonRows />
  if (isLoadingError) {
    return <ErrorState title={t`Integrations could not be loaded`} error={error} onRetry={() => void refetch()} />
  }

  const wanted = query.trim().toLowerCase()
  const shown = integrations.filter(({ name, type }) =>
    `${name} ${integrationTypeOf(type).label}`.toLowerCase().includes(wanted),
  )
  return (
    <>
      {integrations.length > 0 && (
        <Toolbar>
          <SearchInput label={t`Search integrations`} value={query} onChange={search} {...SEARCH_KEYS} />
        </Toolbar>
      )}
      {integrations.length === 0 && (
        <EmptyState
          icon={KeyRound}
          title={<Trans>No integrations yet</Trans>}
          actions={
            <Button variant="primary" icon={Plus} disabledReason={refusal} onClick={() => open('add')}>
              <Trans>Add your first integration</Trans>
            </Button>
          }
        >
          <Trans>
            An integration keeps credentials once for many connections. Databases bring their own: they appear here when
            you add one as a source or destination.
          </Trans>
        </EmptyState>
      )}
      {integrations.length > 0 && shown.length === 0 && (
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
      {shown.length > 0 && (
        <IntegrationTable
          integrations={shown}
          connectionsOf={(id) => connections.filter(({ integrationId }) => integrationId === id)}
        />
      )}
      <IntegrationDialogs integrations={integrations} connections={connections} />
    </>
  )
}
