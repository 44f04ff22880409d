import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { changedServers, changedTables, goneTables } from '../../../core/runs/compare/changes-since-good.ts'
import type { Run } from '../../../core/runs/run.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { Skeleton } from '../../kit/skeleton/skeleton.tsx'
import { ColumnChanges } from './column-changes.tsx'
import { FlowVersionChanges } from './flow-version-changes.tsx'
import styles from './run-comparison.module.css'
import { ServerChanges } from './server-changes.tsx'
import { SettingsChanges } from './settings-changes.tsx'
import { useLastGoodRun } from './use-earlier-run.ts'
import { useRunChanges } from './use-run-changes.ts'

/** What has changed since the flow’s last run that succeeded, as possible causes of a failure. */
export function ChangesSinceGoodRun({ run }: { run: Run }) {
  const { t } = useLingui()
  const good = useLastGoodRun(run)
  const around = useRunChanges(run.id)
  if (good.isPending || around.isPending) return <Skeleton height="1.2rem" />
  if (good.isError)
    return (
      <ErrorState
        title={t`The last good run could not be loaded`}
        error={good.error}
        onRetry={() => void good.refetch()}
      />
    )
  if (!good.data)
    return (
      <p className={styles['note']}>
        <Trans>No run of this flow had succeeded before this one.</Trans>
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
          <Trans>
            Nothing that Millrace knows of has changed since then: not the columns, the flow, the connections, the
            credentials or the servers.
          </Trans>
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
