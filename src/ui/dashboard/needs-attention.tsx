import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, type ReactNode, Suspense, useState } from 'react'

import type { AlertChannel } from '../../core/alerts/alert-channel.ts'
import { isTrouble } from '../../core/catalog/runs/run-states.ts'
import type { Connection } from '../../core/connections/connection.ts'
import type { FailingFlow, FlowProblem } from '../../core/dashboard/dashboard.ts'
import type { Flow } from '../../core/flows/flow.ts'
import type { Integration } from '../../core/integrations/integration.ts'
import type { MirrorSummary } from '../../core/mirrors/mirror.ts'
import { hasPausedTables, mirrorCondition } from '../../core/mirrors/mirror-condition.ts'
import type { RunSummary } from '../../core/runs/run.ts'
import { Button } from '../kit/button/button.tsx'
import { Card } from '../kit/card/card.tsx'
import { lazyNamed } from '../kit/lazy-named.ts'
import { FailedFlow, LateFlow, WaitingMirror } from './flow-trouble.tsx'
import { FailedConnection, SilentChannel, WithdrawnConsent } from './other-troubles.tsx'
import styles from './overview-list.module.css'

const ProblemGroup = lazyNamed(() => import('./problem-group.tsx'), 'ProblemGroup', { isPart: true })

interface NeedsAttentionProps {
  readonly connections: readonly Connection[]
  readonly flows: readonly Flow[]
  readonly integrations: readonly Integration[]
  readonly channels: readonly AlertChannel[]
  /** The reasons of failures, as far as the server returns them. */
  readonly failing: readonly FailingFlow[]
  /** The places where they are mended, and the reasons that several flows share. */
  readonly problems: readonly FlowProblem[]
}

/** What failed or is late, each with the button that mends it; nothing if all is well. */
export function NeedsAttention(props: NeedsAttentionProps) {
  const { t } = useLingui()
  const [isWhole, setWhole] = useState(false)
  const troubles = [...flowTroubles(props), ...otherTroubles(props)]
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

function flowTroubles({ flows, failing, problems }: NeedsAttentionProps): readonly Trouble[] {
  const problemOf = new Map(problems.flatMap((problem) => problem.flows.map(({ runId }) => [runId, problem] as const)))
  const failureOf = new Map(failing.map((failure) => [failure.runId, failure]))
  const runOf = new Map(flows.map(({ lastRun }) => [lastRun?.id, lastRun]))
  const shared = problems.filter((problem) => problem.flows.length > 1)
  return [
    ...shared.map((problem) => ({
      key: problem.flows[0]?.flowId ?? '',
      at: latest(problem.flows.map(({ runId }) => runOf.get(runId))),
      item: (
        <Suspense>
          <ProblemGroup problem={problem} />
        </Suspense>
      ),
    })),
    ...flows.flatMap((flow): readonly Trouble[] => {
      const { id: key, lastRun: run, lateSince: at, mirror } = flow
      if (mirror)
        return mirrorCondition(mirror.state) === 'waiting' || hasPausedTables(mirror)
          ? [waitingTrouble(flow, mirror)]
          : []
      if (run && isTrouble(run.status)) {
        const problem = problemOf.get(run.id)
        if (problem && problem.flows.length > 1) return []
        const failedAt = latest([run])
        const reasons = { failure: failureOf.get(run.id), problem }
        return [{ key, at: failedAt, item: <FailedFlow {...{ flow, run, ...reasons }} at={failedAt} /> }]
      }
      return at === undefined ? [] : [{ key, at, item: <LateFlow flow={flow} at={at} /> }]
    }),
  ]
}

const waitingTrouble = (flow: Flow, mirror: MirrorSummary): Trouble => ({
  key: flow.id,
  at: mirror.caughtUpAt,
  item: <WaitingMirror flow={flow} mirror={mirror} />,
})

const otherTroubles = ({ connections, integrations, channels }: NeedsAttentionProps): readonly Trouble[] => [
  ...channels.flatMap((channel) => {
    const { id: key, lastDelivery: last } = channel
    if (!last || last.state === 'delivered') return []
    return [{ key, at: last.triedAt, item: <SilentChannel channel={channel} last={last} /> }]
  }),
  ...integrations
    .filter(({ reconnectNeeded }) => reconnectNeeded)
    .map((integration) => ({
      key: integration.id,
      at: undefined,
      item: <WithdrawnConsent integration={integration} />,
    })),
  ...connections
    .filter(({ lastTest }) => lastTest && !lastTest.ok)
    .map((connection) => ({
      key: connection.id,
      at: connection.lastTest?.at,
      item: <FailedConnection connection={connection} />,
    })),
]

const latest = (runs: readonly (RunSummary | undefined)[]): string | undefined =>
  runs
    .flatMap((run) => run?.finishedAt ?? run?.startedAt ?? [])
    .sort()
    .at(-1)
