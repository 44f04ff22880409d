import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import {
  AlarmClockCheck,
  BellRing,
  CalendarClock,
  ChevronRight,
  CircleDollarSign,
  Database,
  GitCommitVertical,
  type IconNode,
  Layers,
  Link2,
  Server,
} from 'lucide'
import type { ReactNode } from 'react'
import { BUDGET_KINDS } from '../../../core/catalog/budgets.ts'
import { executesSql } from '../../../core/catalog/connections/connection-types.ts'
import { isMirrored } from '../../../core/catalog/mirrors/is-mirrored.ts'
import { canCopyStructure } from '../../../core/catalog/policies/structure-policies.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { useIsAllowed } from '../../access/use-active-organization.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { Card } from '../../kit/card/card.tsx'
import { Icon } from '../../kit/icon/icon.tsx'
import { useAlertChannels } from '../../queries/use-alert-channels.ts'
import { useWorkerClasses } from '../../queries/use-worker-classes.ts'
import type { DialogName } from '../../routing/search.ts'
import { CronWords } from '../../schedules/cron-words.tsx'
import { NextRun } from '../../schedules/next-run.tsx'
import { useIsOffered } from '../../services/use-is-offered.ts'
import { useInboundUrl } from '../inbound/use-inbound-url.ts'
import styles from './flow-settings.module.css'
import { useFlowUrl } from './use-flow-url.ts'

/** Each setting of a flow with its present value, which opens it. */
export function FlowSettings({ flow }: { readonly flow: Flow }) {
  const { t } = useLingui()
  const { config, sourceConnection: source, destinationConnection: destination, version } = flow
  const maySeeChannels = useIsAllowed('alert.read')
  const has = {
    estimates: useIsOffered('estimateFlow'),
    alerts: useIsOffered('listAlertChannels') && maySeeChannels,
    inbound: useIsOffered('fetchInboundUrl'),
    versions: useIsOffered('listFlowVersions'),
  }
  const hasClasses = useWorkerClasses().length > 0
  // What a mirror cannot have is not offered.
  const isMirror = isMirrored(config)
  const hasSql = config.sqlBefore !== undefined || config.sqlAfter !== undefined
  return (
    <Card title={<Trans>Settings</Trans>}>
      <ul className={styles['settings']} aria-label={t`Settings`}>
        {!isMirror && (
          <Setting icon={CalendarClock} name={t`Schedule`} dialog="schedule" value={<ScheduleValue flow={flow} />} />
        )}
        <Setting
          icon={AlarmClockCheck}
          name={t`Freshness limit`}
          dialog="freshness"
          value={<FreshnessValue flow={flow} />}
        />
        {has.estimates && (
          <Setting
            icon={CircleDollarSign}
            name={t`Cost and budget`}
            dialog="cost"
            value={<BudgetValue flow={flow} />}
          />
        )}
        {has.alerts && <AlertSetting flowId={flow.id} />}
        {((executesSql(destination?.type ?? '') && !isMirror) || hasSql) && (
          <Setting
            icon={Database}
            name={t`SQL before and after`}
            dialog="sql"
            value={<SqlValue hasBefore={config.sqlBefore !== undefined} hasAfter={config.sqlAfter !== undefined} />}
          />
        )}
        {canCopyStructure(source?.type, destination?.type) && !isMirror && (
          <Setting
            icon={Layers}
            name={t`Structure`}
            dialog="structure"
            value={
              config.structure === 'all' ? <Trans>The structure too</Trans> : <Trans>Rows, columns and keys</Trans>
            }
          />
        )}
        {(hasClasses || config.workerClass !== undefined) && (
          <Setting
            icon={Server}
            name={t`Workers`}
            dialog="workers"
            value={config.workerClass ?? <Trans>Without a class</Trans>}
          />
        )}
        {has.inbound && !isMirror && (
          <Setting icon={Link2} name={t`Inbound URL`} dialog="inbound" value={<InboundUse flowId={flow.id} />} />
        )}
        {has.versions && (
          <Setting
            icon={GitCommitVertical}
            name={t`Versions`}
            dialog="versions"
            value={version !== undefined && <Trans>Version {version}</Trans>}
          />
        )}
      </ul>
    </Card>
  )
}

interface SettingProps {
  readonly icon: IconNode
  readonly name: string
  readonly value: ReactNode
  readonly dialog: DialogName
}

function Setting({ dialog, ...words }: SettingProps) {
  const { open } = useFlowUrl()
  return (
    <li>
      <button type="button" className={styles['setting']} onClick={() => open(dialog)}>
        <Words {...words} />
      </button>
    </li>
  )
}

const Words = ({ icon, name, value }: Omit<SettingProps, 'dialog'>) => (
  <>
    <Icon of={icon} size={16} className={styles['icon']} />
    <span className={styles['name']}>{name}</span>
    <span className={styles['value']}>{value}</span>
    <Icon of={ChevronRight} size={14} className={styles['icon']} />
  </>
)

function AlertSetting({ flowId }: { readonly flowId: string }) {
  const { t } = useLingui()
  const { data } = useAlertChannels()
  const watching = data?.channels.filter(({ flowIds }) => flowIds?.includes(flowId) ?? true).length
  return (
    <li>
      <Link to="/organization-settings" search={{ section: 'alerts' }} className={styles['setting']}>
        <Words
          icon={BellRing}
          name={t`Alerts`}
          value={
            watching !== undefined && <Plural value={watching} _0="No channel" one="# channel" other="# channels" />
          }
        />
      </Link>
    </li>
  )
}

function ScheduleValue({ flow }: { readonly flow: Flow }) {
  const { schedule } = flow.config
  if (!schedule) return <NextRun flow={flow} />
  return (
    <>
      <CronWords cron={schedule.cron} />
      {' · '}
      <NextRun flow={flow} />
    </>
  )
}

function FreshnessValue({ flow: { freshnessMinutes } }: { readonly flow: Flow }) {
  const { duration } = useFormats()
  if (freshnessMinutes == null) return <Trans>No limit</Trans>
  const allowed = duration(freshnessMinutes * 60_000)
  return <Trans>at most {allowed} old</Trans>
}

function BudgetValue({ flow }: { readonly flow: Flow }) {
  const { t } = useLingui()
  const { price, number } = useFormats()
  const { budget = {} } = flow.config
  const words = BUDGET_KINDS.flatMap((kind) => {
    const limit = budget[kind]
    if (limit === undefined) return []
    if (kind === 'dollars') return price(limit)
    return kind === 'rows' ? t`${number(limit)} rows` : t`${number(limit)} mails`
  })
  if (words.length === 0) return <Trans>No budget</Trans>
  const limits = words.join(' · ')
  return <Trans>{limits} a month</Trans>
}

const SqlValue = ({ hasBefore, hasAfter }: { readonly hasBefore: boolean; readonly hasAfter: boolean }) => {
  if (hasBefore && hasAfter) return <Trans>Before and after</Trans>
  if (hasBefore) return <Trans>Before the rows</Trans>
  return hasAfter ? <Trans>After the rows</Trans> : <Trans>None</Trans>
}

/** Whether other programs can start a flow, and when one last did. */
function InboundUse({ flowId }: { readonly flowId: string }) {
  const { data } = useInboundUrl(flowId)
  if (data === undefined) return null
  if (data === null) return <Trans>None</Trans>
  if (data.usedAt === undefined) return <Trans>not used yet</Trans>
  const used = <RelativeTime at={data.usedAt} />
  return <Trans>used {used}</Trans>
}
