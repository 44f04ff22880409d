import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { GoneAtSource } from '../../../core/catalog/runs/gone-at-source.ts'
import {
  changedServers,
  changedTables,
  goneTables,
  type ServerChange,
  type SettingsChange,
} from '../../../core/runs/compare/changes-since-good.ts'
import type { Run, RunStream } from '../../../core/runs/run.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { Skeleton } from '../../kit/skeleton/skeleton.tsx'
import { VersionList, VersionRow } from '../../lists/version-list.tsx'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'
import { FlowVersionChanges } from './flow-version-changes.tsx'
import { OneColumn } from './one-column.tsx'
import styles from './run-comparison.module.css'
import { useLastGoodRun } from './use-earlier-run.ts'

/** What has changed since the flow’s last run that succeeded, as possible causes of a failure. */
export function ChangesSinceGoodRun({ run }: { run: Run }) {
  const { t } = useLingui()
  const good = useLastGoodRun(run)
  const around = useRunChanges(run.id)
  if (good.isPending || around.isPending) return <Skeleton height="1.2rem" />
  if (good.isError)
    return <ErrorState title={t`It could not be loaded`} error={good.error} onRetry={() => void good.refetch()} />
  if (!good.data)
    return (
      <p className={styles['note']}>
        <Trans>No earlier run succeeded.</Trans>
      </p>
    )
  const { flowVersion: before = 0 } = good.data
  const { flowVersion: now = 0 } = run
  const tables = changedTables(run)
  const gone = goneTables(run)
  const servers = around.data ? changedServers(around.data) : []
  const settings = around.data?.settings ?? []
  const isUnchanged = before === now && tables.length + gone.length + servers.length + settings.length === 0
  return (
    <div className={styles['comparison']}>
      <GoodRun good={good.data} now={now} />
      {isUnchanged && (
        <p>
          <Trans>Nothing known has changed since: columns, flow, connections, credentials, servers.</Trans>
        </p>
      )}
      {tables.length + gone.length > 0 && (
        <Part title={<Trans>Tables and columns</Trans>}>
          <ColumnChanges streams={tables} gone={gone} />
        </Part>
      )}
      {before !== now && (
        <Part title={<Trans>Flow</Trans>}>
          <FlowVersionChanges runs={[good.data.id, run.id]} />
        </Part>
      )}
      {settings.length > 0 && (
        <Part title={<Trans>Connections and credentials</Trans>}>
          <SettingsChanges settings={settings} />
        </Part>
      )}
      {servers.length > 0 && (
        <Part title={<Trans>Servers</Trans>}>
          <ServerChanges servers={servers} />
        </Part>
      )}
    </div>
  )
}

function GoodRun({ good, now }: { good: Run; now: number }) {
  const at = good.finishedAt ?? good.startedAt
  const { flowVersion: before = 0 } = good
  return (
    <p className={styles['note']}>
      <Link to="/runs/$id" params={{ id: good.id }}>
        <Trans>The last run that succeeded</Trans>
      </Link>
      {at && (
        <>
          {' · '}
          <RelativeTime at={at} />
        </>
      )}
      {' · '}
      {before === now ? (
        <Trans>version {before}</Trans>
      ) : (
        <Trans>
          version {before} → {now}
        </Trans>
      )}
    </p>
  )
}

const Part = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section className={styles['part']}>
    <h3 className={styles['title']}>{title}</h3>
    {children}
  </section>
)

/** Versions of Millrace and of the servers at both ends that are other ones now. */
const ServerChanges = ({ servers }: { servers: readonly ServerChange[] }) => (
  <ul className={styles['changes']}>
    {servers.map(({ of, before, after }) => (
      <li key={of}>
        <strong>
          {of === 'millrace' ? 'Millrace' : of === 'source' ? <Trans>Source</Trans> : <Trans>Destination</Trans>}
        </strong>
        : <del>{before}</del> → <ins>{after}</ins>
      </li>
    ))}
  </ul>
)

/** Who changed the connections of the flow, or their credentials, and when. */
const SettingsChanges = ({ settings }: { settings: readonly SettingsChange[] }) => (
  <VersionList>
    {settings.map((saved) => (
      <VersionRow
        key={`${saved.connection.id} ${saved.of} ${saved.version}`}
        saved={saved}
        title={
          saved.of === 'integration' ? (
            <Trans>Credentials of {saved.connection.name}</Trans>
          ) : (
            <Trans>Settings of {saved.connection.name}</Trans>
          )
        }
        isCurrent={false}
        action={null}
      />
    ))}
  </VersionList>
)

/** What has changed around the flow of a run. Without it, also on a server that does not have it, the rest is still told. */
function useRunChanges(runId: string) {
  const { fetchRunChanges } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({
    queryKey: QUERY_KEYS.runChanges(id, runId),
    queryFn: () => unwrap(fetchRunChanges(runId)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** How the columns of both ends differ from those with which each table last arrived. */
const ColumnChanges = ({ streams, gone }: { streams: readonly RunStream[]; gone: readonly GoneAtSource[] }) => (
  <ul className={styles['changes']}>
    {gone.map(({ table, column }) => (
      <li key={`${table} ${column}`}>
        <strong>{table}</strong>:{' '}
        {column === undefined ? (
          <Trans>gone at the source, or hidden</Trans>
        ) : (
          <OneColumn change={{ side: 'source', name: column, is: 'removed' }} />
        )}
      </li>
    ))}
    {streams.flatMap(({ entity, target, columnChanges = [] }) =>
      columnChanges.map((change) => (
        <li key={`${entity} ${change.side} ${change.name}`}>
          <strong>{change.side === 'source' ? entity : target}</strong>: <OneColumn change={change} />
        </li>
      )),
    )}
  </ul>
)
