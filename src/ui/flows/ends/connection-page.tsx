import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useParams } from '@tanstack/react-router'
import { ChevronLeft, FileQuestion } from 'lucide'

import { type Connection, isSource } from '../../../core/connections/connection.ts'
import { connectionTypeOf } from '../../../core/connections/connection-type-of.ts'
import { TypeMark } from '../../catalog/type-mark.tsx'
import { flowsUsing } from '../../connections/flow-end.ts'
import { ConnectionActions } from '../../connections/list/connection-actions.tsx'
import { ConnectionDialogs } from '../../connections/list/connection-dialogs.tsx'
import { ErrorState } from '../../errors/error-state.tsx'
import { EmptyState } from '../../kit/empty-state/empty-state.tsx'
import { Icon } from '../../kit/icon/icon.tsx'
import { Page, Stack } from '../../kit/page/page.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useConnections } from '../../queries/use-connections.ts'
import { useFlows } from '../../queries/use-flows.ts'
import { usePageTitle } from '../../routing/use-page-title.ts'
import headStyles from '../overview/flow-head.module.css'
import styles from '../overview/flow-page.module.css'
import { ConnectionChanges } from './connection-changes.tsx'
import { ConnectionFacts } from './connection-facts.tsx'
import { ConnectionFlows } from './connection-flows.tsx'
import { ConnectionTables } from './connection-tables.tsx'

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
        <EmptyState isWholePage icon={FileQuestion} title={<Trans>This connection does not exist here</Trans>}>
          <Trans>It may have been deleted, or it belongs to another organization.</Trans>
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
  const users = flowsUsing(flows, connection.id)
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
          <ConnectionActions connection={connection} />
        </div>
      </header>
      <Stack>
        <ConnectionFacts connection={connection} flows={users} />
        <div className={styles['halves']}>
          <div className={styles['half']}>
            <ConnectionFlows connectionId={connection.id} flows={users} />
          </div>
          <div className={styles['half']}>
            {isSource(connection) && <ConnectionTables connection={connection} />}
            <ConnectionChanges connectionId={connection.id} />
          </div>
        </div>
      </Stack>
    </>
  )
}
