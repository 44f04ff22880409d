import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useState } from 'react'

import { isTrouble } from '../../core/catalog/runs/run-states.ts'
import { type Connection, isSource } from '../../core/connections/connection.ts'
import type { FailingFlow, FlowProblem } from '../../core/dashboard/dashboard.ts'
import type { Flow } from '../../core/flows/flow.ts'
import type { Integration } from '../../core/integrations/integration.ts'
import type { RunSummary } from '../../core/runs/run.ts'
import { verdictOfRun } from '../../core/runs/verdict-of-run.ts'
import { useStageName } from '../connections/testing/use-stage-name.ts'
import { RelativeTime } from '../i18n/relative-time.tsx'
import { translateServerText } from '../i18n/translate-server-text.ts'
import { Button } from '../kit/button/button.tsx'
import { Card } from '../kit/card/card.tsx'
import { StatusDot } from '../kit/status-dot/status-dot.tsx'
import type { Tone } from '../kit/tone.ts'
import styles from './overview-list.module.css'
import { ProblemGroup } from './problem-group.tsx'

interface NeedsAttentionProps {
  readonly connections: readonly Connection[]
  readonly flows: readonly Flow[]
  readonly integrations: readonly Integration[]
  /** The reasons of failures, as far as the server returns them. */
  readonly failing: readonly FailingFlow[]
  /** A reason that several flows share. */
  readonly problems: readonly FlowProblem[]
}

/** Flows whose last run failed, completely or partly, or that are late, connections whose last test failed, and expired consents; nothing if all is well. */
export function NeedsAttention({ connections, flows, integrations, failing, problems }: NeedsAttentionProps) {
  const { t, i18n } = useLingui()
  const stageName = useStageName()
  const [isWhole, setWhole] = useState(false)
  const shared = problems.filter((problem) => problem.flows.length > 1)
  const isShared = (runId: string) => shared.some((problem) => problem.flows.some((flow) => flow.runId === runId))
  const failedFlows = flows.filter(({ lastRun }) => lastRun && isTrouble(lastRun.status) && !isShared(lastRun.id))
  const lateFlows = flows.filter(
    ({ lateSince, lastRun }) => lateSince !== undefined && !(lastRun && isTrouble(lastRun.status)),
  )
  const failedConnections = connections.filter(({ lastTest }) => lastTest && !lastTest.ok)
  const withdrawn = integrations.filter(({ reconnectNeeded }) => reconnectNeeded)
  const troubles: readonly Trouble[] = [
    ...shared.map((problem) => ({
      key: problem.flows[0]?.flowId ?? '',
      at: latest(problem.flows.map(({ runId }) => flows.find(({ lastRun }) => lastRun?.id === runId)?.lastRun)),
      item: <ProblemGroup problem={problem} />,
    })),
    ...failedFlows.map(({ id, name, lastRun }) => {
      const failure = failing.find(({ runId }) => runId === lastRun?.id)
      const at = latest([lastRun])
      return {
        key: id,
        at,
        item: (
          <Item
            what={
              failure?.message !== undefined ? (
                translateServerText(i18n, failure.message, failure.sentence)
              ) : lastRun?.status === 'partially_succeeded' ? (
                <Trans>The last run partly succeeded</Trans>
              ) : (
                <Trans>The last run failed</Trans>
              )
            }
            tone={lastRun ? verdictOfRun(lastRun).tone : 'danger'}
            at={at}
          >
            <Link to="/runs/$id" params={{ id: lastRun?.id ?? '' }}>
              {name}
            </Link>
          </Item>
        ),
      }
    }),
    ...lateFlows.map(({ id, name, lateSince }) => ({
      key: id,
      at: lateSince,
      item: (
        <Item what={<Trans>Its rows are older than promised</Trans>} at={lateSince}>
          <Link to="/flows/$id" params={{ id }}>
            {name}
          </Link>
        </Item>
      ),
    })),
    ...withdrawn.map(({ id, name }) => ({
      key: id,
      at: undefined,
      item: (
        <Item what={<Trans>Access was withdrawn: reconnect it</Trans>} at={undefined}>
          <Link to="/integrations" search={{ dialog: 'reconnect', id }}>
            {name}
          </Link>
        </Item>
      ),
    })),
    ...failedConnections.map((connection) => {
      const { id, name, lastTest } = connection
      const stage = lastTest?.stage && stageName(lastTest.stage)
      return {
        key: id,
        at: lastTest?.at,
        item: (
          <Item
            what={
              stage ? <Trans>The connection test failed at: {stage}</Trans> : <Trans>The connection test failed</Trans>
            }
            at={lastTest?.at}
          >
            <Link to={isSource(connection) ? '/sources' : '/destinations'} search={{ dialog: 'test', id }}>
              {name}
            </Link>
          </Item>
        ),
      }
    }),
  ]
  if (troubles.length === 0) return null
  const newest = troubles.toSorted((one, other) => (other.at ?? '').localeCompare(one.at ?? ''))
  const more = newest.length - ATTENTION_SHOWN
  return (
    <Card title={<Trans>Needs attention</Trans>}>
      <ul className={styles['list']} aria-label={t`Needs attention`}>
        {(isWhole ? newest : newest.slice(0, ATTENTION_SHOWN)).map(({ key, item }) => (
          <Fragment key={key}>{item}</Fragment>
        ))}
      </ul>
      {more > 0 && !isWhole && (
        <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
          <Trans>and {more} more</Trans>
        </Button>
      )}
    </Card>
  )
}

/** Nobody reads a longer list. */
export const ATTENTION_SHOWN = 5

interface Trouble {
  readonly key: string
  /** The start of the problem, if known; entries without a time come last. */
  readonly at: string | undefined
  readonly item: ReactNode
}

const latest = (runs: readonly (RunSummary | undefined)[]): string | undefined =>
  runs
    .flatMap((run) => run?.finishedAt ?? run?.startedAt ?? [])
    .sort()
    .at(-1)

interface ItemProps {
  readonly what: ReactNode
  readonly at: string | undefined
  readonly tone?: Tone
  readonly children: ReactNode
}

const Item = ({ what, at, tone = 'danger', children }: ItemProps) => (
  <li className={styles['item']}>
    <StatusDot tone={tone} />
    <span className={styles['name']}>{children}</span>
    <span className={styles['what']}>{what}</span>
    <span className={styles['when']}>{at && <RelativeTime at={at} />}</span>
  </li>
)
