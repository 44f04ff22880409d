import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Play } from 'lucide'

import type { FailingFlow, FlowProblem } from '../../core/dashboard/dashboard.ts'
import type { Flow } from '../../core/flows/flow.ts'
import type { MirrorSummary } from '../../core/mirrors/mirror.ts'
import { errorPlace } from '../../core/runs/error-place.ts'
import type { RunSummary } from '../../core/runs/run.ts'
import { verdictOfRun } from '../../core/runs/verdict-of-run.ts'
import { translateServerText } from '../i18n/translate-server-text.ts'
import { Button } from '../kit/button/button.tsx'
import { useMirrorWords } from '../mirrors/use-mirror-words.ts'
import { useConnections } from '../queries/use-connections.ts'
import { useMirrorSummary } from '../queries/use-mirrors.ts'
import { useRunDisabledReason } from '../runs/actions/use-run-disabled-reason.ts'
import { useRunFlow } from '../runs/actions/use-run-flow.ts'
import { FixLink } from '../runs/trouble/fix-link.tsx'
import { AttentionItem } from './attention-item.tsx'

interface FailedFlowProps {
  readonly flow: Flow
  readonly run: RunSummary
  readonly at: string | undefined
  /** The reason, as far as the server returns it. */
  readonly failure: FailingFlow | undefined
  readonly problem: FlowProblem | undefined
}

/** A flow whose last run failed, with the way to what mends it; where there is none, it can be run again. */
export function FailedFlow({ flow, run, at, failure, problem }: FailedFlowProps) {
  const { i18n } = useLingui()
  const { data: connections = [] } = useConnections()
  const error = problem?.error
  const hasPlace = error !== undefined && errorPlace(error, connections) !== undefined
  return (
    <AttentionItem
      what={
        <Link to="/runs/$id" params={{ id: run.id }}>
          {failure?.message !== undefined ? (
            translateServerText(i18n, failure.message, failure.sentence)
          ) : run.status === 'partially_succeeded' ? (
            <Trans>The last run partly succeeded</Trans>
          ) : (
            <Trans>The last run failed</Trans>
          )}
        </Link>
      }
      tone={verdictOfRun(run).tone}
      at={at}
      mend={hasPlace ? <FixLink error={error} run={{ flowId: flow.id }} /> : <RunAgain flow={flow} />}
    >
      <Link to="/flows/$id" params={{ id: flow.id }}>
        {flow.name}
      </Link>
    </AttentionItem>
  )
}

/** A flow whose last success is older than its freshness. */
export const LateFlow = ({ flow, at }: { readonly flow: Flow; readonly at: string | undefined }) => (
  <AttentionItem what={<Trans>Its rows are too old</Trans>} at={at} mend={<RunAgain flow={flow} />}>
    <Link to="/flows/$id" params={{ id: flow.id }}>
      {flow.name}
    </Link>
  </AttentionItem>
)

interface WaitingMirrorProps {
  readonly flow: Flow
  readonly mirror: MirrorSummary
}

/** A mirror that cannot follow now and tries again by itself, or one with tables that wait for a person. */
export function WaitingMirror({ flow, mirror }: WaitingMirrorProps) {
  const words = useMirrorWords()
  return (
    <AttentionItem what={words(useMirrorSummary(flow) ?? mirror)} at={mirror.caughtUpAt}>
      <Link to="/flows/$id" params={{ id: flow.id }}>
        {flow.name}
      </Link>
    </AttentionItem>
  )
}

function RunAgain({ flow }: { readonly flow: Flow }) {
  const { start, isPending } = useRunFlow()
  const disabledReason = useRunDisabledReason(flow)
  return (
    <Button size="sm" icon={Play} isBusy={isPending} disabledReason={disabledReason} onClick={() => start(flow.id)}>
      <Trans>Run again</Trans>
    </Button>
  )
}
