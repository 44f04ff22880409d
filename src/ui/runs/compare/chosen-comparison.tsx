import { Trans, useLingui } from '@lingui/react/macro'

import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import type { Run } from '../../../core/runs/run.ts'
import { verdictOfRun } from '../../../core/runs/verdict-of-run.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { Select } from '../../kit/select/select.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useFlowRuns } from '../../queries/use-flow-runs.ts'
import { useRun } from '../../queries/use-runs.ts'
import { isGone } from '../../services/unwrap.ts'
import { useVerdictText } from '../state/use-verdict-text.ts'
import { PreviousRun } from './previous-run.tsx'
import styles from './run-comparison.module.css'
import { RunComparison } from './run-comparison.tsx'

interface ChosenComparisonProps {
  readonly run: Run
  /** The compared run; by default the previous one. */
  readonly otherId: string | undefined
  onChoose(runId: string | undefined): void
}

/** A run beside another run of its flow, which the user selects. */
export function ChosenComparison({ run, otherId, onChoose }: ChosenComparisonProps) {
  const { t } = useLingui()
  const { dateTime } = useFormats()
  const textOf = useVerdictText()
  const { data: page } = useFlowRuns(run.flowId)
  const others = (page?.runs ?? []).filter(({ id, kind, status }) => id !== run.id && !isDry(kind) && isFinal(status))
  return (
    <div className={styles['comparison']}>
      <Select
        aria-label={t`Compare with`}
        value={otherId ?? ''}
        placeholder={t`Compare with the previous run`}
        options={others.map((other) => ({
          value: other.id,
          label: `${dateTime(other.startedAt ?? other.queuedAt ?? '')} · ${textOf(verdictOfRun(other)).name}`,
        }))}
        onChange={({ target: { value } }) => onChoose(value || undefined)}
      />
      {otherId === undefined ? (
        <PreviousRun run={run} />
      ) : (
        <Chosen run={run} otherId={otherId} onPrevious={() => onChoose(undefined)} />
      )}
    </div>
  )
}

interface ChosenProps {
  readonly run: Run
  readonly otherId: string
  onPrevious(): void
}

/** A link may name any run: only another one of the same flow can be compared. */
function Chosen({ run, otherId, onPrevious }: ChosenProps) {
  const { t } = useLingui()
  const { data: other, isPending, isError, error, refetch } = useRun(otherId)
  if (isPending) return <SkeletonRows count={2} />
  const isOther = other && other.id !== run.id && other.flowId === run.flowId
  if (isError ? isGone(error) : !isOther)
    return (
      <Callout
        actions={
          <Button size="sm" onClick={onPrevious}>
            <Trans>Compare with the previous run</Trans>
          </Button>
        }
      >
        <Trans>The run is of another flow, or deleted.</Trans>
      </Callout>
    )
  if (isError) return <ErrorState title={t`The run could not be loaded`} error={error} onRetry={() => void refetch()} />
  return <RunComparison run={run} earlier={other} />
}
