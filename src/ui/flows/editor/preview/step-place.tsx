import { Trans, useLingui } from '@lingui/react/macro'
import {
  mayRunInDestination,
  RUNS_IN,
  runsIn,
  runsSteps,
  type StepChoice,
} from '../../../../core/catalog/transformations/step-choices.ts'
import type { StepPlace as Place, StepObstacle } from '../../../../core/catalog/transformations/step-places.ts'
import { connectionTypeOf } from '../../../../core/connections/connection-type-of.ts'
import type { Flow, Transformation } from '../../../../core/flows/flow.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Popover } from '../../../kit/popover/popover.tsx'
import { SegmentedControl } from '../../../kit/segmented-control/segmented-control.tsx'
import styles from './step-preview.module.css'

/** How settings of steps change. */
export interface Setting {
  readonly isReadOnly: boolean
  onSet(stepId: string, setting: string, value: unknown): void
}

interface StepPlaceProps {
  readonly step: Transformation
  readonly place: Place
  readonly obstacle: StepObstacle | undefined
  readonly flow: Flow
  readonly sql: Setting
}

/** Where a run does the step, why there, and the choice if there is one. */
export function StepPlace({ step, place, obstacle, flow, sql }: StepPlaceProps) {
  const { t } = useLingui()
  const { isReadOnly, onSet } = sql
  const destination = flow.destinationConnection?.type ?? ''
  const system = connectionTypeOf(flow.sourceConnection?.type ?? '').label
  const target = connectionTypeOf(destination).label
  const isThere = place === 'destination' && runsSteps(destination)
  const isChosen = runsSteps(destination) && runsIn(step.settings) === 'destination'
  return (
    <Popover
      label={t`Where the step runs`}
      trigger={
        <Button size="xs" variant="ghost">
          {isThere ? (
            <Trans>Runs in the destination</Trans>
          ) : place === 'source' ? (
            <Trans>Runs in {system}</Trans>
          ) : (
            <Trans>Runs in Millrace</Trans>
          )}
        </Button>
      }
    >
      <div className={styles['places']}>
        {runsSteps(destination) && mayRunInDestination(step.type) && (
          <SegmentedControl<StepChoice>
            label={t`Runs in`}
            value={runsIn(step.settings) ?? 'millrace'}
            options={[
              { value: 'millrace', label: 'Millrace', isDisabled: isReadOnly },
              { value: 'destination', label: t`${target} (destination)`, isDisabled: isReadOnly },
            ]}
            onChange={(choice) => onSet(step.id, RUNS_IN, choice)}
          />
        )}
        <p>
          <Why {...{ isThere, isChosen, place, target, system }} obstacle={obstacle ?? 'kind'} />
        </p>
      </div>
    </Popover>
  )
}

interface WhyProps {
  readonly isThere: boolean
  /** Somebody wants it there. */
  readonly isChosen: boolean
  readonly place: Place
  readonly target: string
  readonly system: string
  readonly obstacle: StepObstacle
}

function Why({ isThere, isChosen, place, target, system, obstacle }: WhyProps) {
  if (isThere)
    return (
      <Trans>
        Rows are loaded and checked first. Millrace runs it if {target} could have another result, or rows are not
        replaced.
      </Trans>
    )
  if (isChosen) return <Trans>{target} could have another result, or does not run a later step.</Trans>
  if (place === 'source')
    return <Trans>It is part of the query that reads the table, unless only Millrace can judge a value.</Trans>
  return <Reason obstacle={obstacle} system={system} />
}

function Reason({ obstacle, system }: { readonly obstacle: StepObstacle; readonly system: string }) {
  switch (obstacle) {
    case 'no-steps':
      return <Trans>{system} runs no steps.</Trans>
    case 'kind':
      return <Trans>{system} only runs steps that choose, rename, mask and filter.</Trans>
    case 'expression':
      return <Trans>{system} only runs filters that compare columns with values or each other.</Trans>
    case 'columns':
      return <Trans>{system} could have another result, or would log a hash’s secret.</Trans>
    case 'after':
      return <Trans>A step before it runs in Millrace.</Trans>
  }
}
