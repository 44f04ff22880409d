import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useParams } from '@tanstack/react-router'
import { ChevronLeft, FileQuestion, Pencil } from 'lucide'
import { Suspense, useMemo } from 'react'
import type { Connection } from '../../../core/connections/connection.ts'
import type { ConnectionOverview } from '../../../core/connections/connection-overview.ts'
import { connectionTypeOf } from '../../../core/connections/connection-type-of.ts'
import { byAttention } from '../../../core/flows/flow-attention.ts'
import { TypeMark } from '../../catalog/type-mark.tsx'
import { flowsUsing } from '../../connections/flow-end.ts'
import { ConnectionActions } from '../../connections/list/connection-actions.tsx'
import { ConnectionDialogs } from '../../connections/list/connection-dialogs.tsx'
import { ErrorState } from '../../errors/error-state.tsx'
import { Button } from '../../kit/button/button.tsx'
import { Card } from '../../kit/card/card.tsx'
import { EmptyState } from '../../kit/empty-state/empty-state.tsx'
import { Icon } from '../../kit/icon/icon.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Page, Stack } from '../../kit/page/page.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { VersionList, VersionRow } from '../../lists/version-list.tsx'
import { useConnectionOverview } from '../../queries/use-connection-overview.ts'
import { useConnectionVersions } from '../../queries/use-connection-versions.ts'
import { useConnections } from '../../queries/use-connections.ts'
import { useFlows } from '../../queries/use-flows.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import { usePageTitle } from '../../routing/use-page-title.ts'
import headStyles from '../overview/flow-head.module.css'
import styles from '../overview/flow-page.module.css'
import { ConnectionFacts } from './connection-facts.tsx'
import { ConnectionFlows } from './connection-flows.tsx'
import { TableChanges } from './table-changes.tsx'
import { UsedTables } from './used-tables.tsx'

const TestStrip = lazyNamed(() => import('./test-strip.tsx'), 'TestStrip', { isPart: true })

/** While they are loaded. */
const NONE: ConnectionOverview['tables'] = []

/** One or two bars show nothing that the last test does not. */
const FEWEST_TESTS = 3

export const SourcePage = () => {
  const { id } = useParams({ from: '/main/lists/sources/$id' })
  return <ConnectionPage id={id} end="source" />
}

export const DestinationPage = () => {
  const { id } = useParams({ from: '/main/lists/destinations/$id' })
  return <ConnectionPage id={id} end="destination" />
}

interface ConnectionPageProps {
  readonly id: string
  readonly end: 'source' | 'destination'
}

/** What a source or a destination is, who uses it, and what changed. */
function ConnectionPage({ id, end }: ConnectionPageProps) {
  const { t } = useLingui()
  const { data: connections = [], isPending, isLoadingError, error, refetch } = useConnections()
  const connection = connections.find((one) => one.id === id)
  usePageTitle(connection?.name ?? (end === 'source' ? t`Source` : t`Destination`))
  return (
    <Page>
      {isPending && <SkeletonRows />}
      {isLoadingError && (
        <ErrorState title={t`The connection could not be loaded`} error={error} onRetry={() => void refetch()} />
      )}
      {!isPending && !isLoadingError && !connection && (
        <EmptyState isWholePage icon={FileQuestion} title={<Trans>This connection does not exist</Trans>}>
          <Trans>It was deleted, or is in another organization.</Trans>
        </EmptyState>
      )}
      {connection && <ConnectionView connection={connection} end={end} />}
      <ConnectionDialogs end={end} connections={connections} />
    </Page>
  )
}

function ConnectionView({
  connection,
  end,
}: {
  readonly connection: Connection
  readonly end: ConnectionPageProps['end']
}) {
  const { t } = useLingui()
  const { data: flows = [] } = useFlows()
  const users = useMemo(() => byAttention(flowsUsing(flows, connection.id)), [flows, connection.id])
  const { open } = useListUrl()
  const { data: history } = useConnectionOverview(connection.id, connection.lastTest?.at)
  const arrived = history?.tables ?? NONE
  return (
    <>
      <header className={headStyles['head']}>
        <div className={headStyles['words']}>
          <nav aria-label={t`Breadcrumb`}>
            <Link to={end === 'source' ? '/sources' : '/destinations'} className={headStyles['back']}>
              <Icon of={ChevronLeft} size={14} />
              {end === 'source' ? <Trans>Sources</Trans> : <Trans>Destinations</Trans>}
            </Link>
          </nav>
          <h1 className={headStyles['title']}>
            <TypeMark type={connection.type} />
            <span className={headStyles['name']}>{connection.name}</span>
          </h1>
          <div className={headStyles['route']}>{connectionTypeOf(connection.type).label}</div>
        </div>
        <div className={headStyles['actions']}>
          <Button size="sm" icon={Pencil} onClick={() => open('edit', { id: connection.id })}>
            <Trans>Edit</Trans>
          </Button>
          <ConnectionActions connection={connection} />
        </div>
      </header>
      <Stack>
        <ConnectionFacts connection={connection} flows={users} />
        <Suspense>{history && history.tests.length >= FEWEST_TESTS && <TestStrip tests={history.tests} />}</Suspense>
        <div className={styles['halves']}>
          <div className={styles['half']}>
            <ConnectionFlows connectionId={connection.id} flows={users} />
            <UsedTables connectionId={connection.id} side="source" flows={users} arrived={arrived} />
            <UsedTables connectionId={connection.id} side="destination" flows={users} arrived={arrived} />
          </div>
          <div className={styles['half']}>
            {history && users.length > 0 && <TableChanges changes={history.changes} end={end} />}
            <ConnectionChanges connectionId={connection.id} />
          </div>
        </div>
      </Stack>
    </>
  )
}

const SHOWN = 8

/** Who saved the settings of a connection, or its credentials, and when; nothing for those who may not see them. */
function ConnectionChanges({ connectionId }: { readonly connectionId: string }) {
  const { data: versions = [] } = useConnectionVersions(connectionId)
  if (versions.length === 0) return null
  return (
    <Card title={<Trans>Lately changed</Trans>}>
      <VersionList>
        {versions.slice(0, SHOWN).map((saved) => (
          <VersionRow
            key={`${saved.of} ${saved.version}`}
            saved={saved}
            title={saved.of === 'integration' ? <Trans>Credentials</Trans> : <Trans>Settings</Trans>}
            isCurrent={false}
            action={null}
          />
        ))}
      </VersionList>
    </Card>
  )
}
