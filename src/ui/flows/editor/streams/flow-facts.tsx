import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isMirrored } from '../../../../core/catalog/mirrors/is-mirrored.ts'
import type { Flow } from '../../../../core/flows/flow.ts'
import { useFormats } from '../../../i18n/use-formats.ts'
import { Button } from '../../../kit/button/button.tsx'
import type { DialogName } from '../../../routing/search.ts'
import { NextRun } from '../../../schedules/next-run.tsx'
import { useIsOffered } from '../../../services/use-is-offered.ts'
import styles from './flow-facts.module.css'

interface FlowFactsProps {
  readonly flow: Flow
  readonly isReadOnly: boolean
  onOpenDialog(dialog: DialogName): void
}

/** The schedule, the freshness and the alerts of the flow, each with a way to change it. */
export function FlowFacts({ flow, isReadOnly, onOpenDialog }: FlowFactsProps) {
  const { t } = useLingui()
  const { duration } = useFormats()
  const { freshnessMinutes, version, config } = flow
  const hasVersions = useIsOffered('listFlowVersions')
  const change = (label: string, dialog: DialogName) =>
    !isReadOnly && (
      <Button size="xs" variant="ghost" onClick={() => onOpenDialog(dialog)}>
        <Trans>Change</Trans>
        <span className="visually-hidden">: {label}</span>
      </Button>
    )
  const versions = (
    <Button size="xs" variant="ghost" onClick={() => onOpenDialog('versions')}>
      <Trans>History</Trans>
      <span className="visually-hidden">: {t`Version`}</span>
    </Button>
  )
  return (
    <dl className={styles['facts']}>
      <Fact
        label={config.schedule ? t`Next run` : t`Runs`}
        action={!isMirrored(config) && change(t`Schedule`, 'schedule')}
      >
        <NextRun flow={flow} />
      </Fact>
      <Fact label={t`Freshness limit`} action={change(t`Freshness limit`, 'freshness')}>
        {freshnessMinutes == null ? (
          <Trans>Not set</Trans>
        ) : (
          <Trans>No older than {duration(freshnessMinutes * 60_000)}</Trans>
        )}
      </Fact>
      <Fact
        label={t`Alerts`}
        action={
          <Link to="/organization-settings" search={{ section: 'alerts' }} className={styles['link']}>
            <Trans>Channels</Trans>
          </Link>
        }
      >
        <Trans>Set for the whole organization</Trans>
      </Fact>
      {(config.sqlBefore !== undefined || config.sqlAfter !== undefined) && (
        <Fact label={t`SQL`} action={change(t`SQL`, 'sql')}>
          {config.sqlAfter === undefined ? (
            <Trans>Before the rows</Trans>
          ) : config.sqlBefore === undefined ? (
            <Trans>After the rows</Trans>
          ) : (
            <Trans>Before and after the rows</Trans>
          )}
        </Fact>
      )}
      {version !== undefined && (
        <Fact label={t`Version`} action={hasVersions ? versions : null}>
          {version}
        </Fact>
      )}
    </dl>
  )
}

interface FactProps {
  readonly label: string
  readonly action: ReactNode
  readonly children: ReactNode
}

const Fact = ({ label, action, children }: FactProps) => (
  <div className={styles['fact']}>
    <dt className={styles['label']}>{label}</dt>
    <dd className={styles['value']}>{children}</dd>
    <dd className={styles['action']}>{action}</dd>
  </div>
)
