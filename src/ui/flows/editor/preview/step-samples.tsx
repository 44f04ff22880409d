import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useState } from 'react'
import { transformationTypeOf } from '../../../../core/catalog/transformations/transformation-types.ts'
import type { Flow, Transformation } from '../../../../core/flows/flow.ts'
import { type FlowPreview, type PreviewedStep, WHERE_STEP } from '../../../../core/flows/flow-preview.ts'
import { compareSamples } from '../../../../core/transformations/compare-samples.ts'
import { useFormats } from '../../../i18n/use-formats.ts'
import { useServerText } from '../../../i18n/use-server-text.ts'
import { Button } from '../../../kit/button/button.tsx'
import { classNames } from '../../../kit/class-names.ts'
import { lazyNamed } from '../../../kit/lazy-named.ts'
import { SampleTable } from '../../../kit/sample-table/sample-table.tsx'
import { SegmentedControl } from '../../../kit/segmented-control/segmented-control.tsx'
import { ComputedFrom } from './computed-from.tsx'
import { SampleNote, type SampleOrigin } from './sample-note.tsx'
import type { Setting } from './step-place.tsx'
import styles from './step-preview.module.css'

const StepPlace = lazyNamed(() => import('./step-place.tsx'), 'StepPlace')

type Side = 'before' | 'after' | 'both'

interface StepSamplesProps {
  readonly step: Transformation
  readonly preview: FlowPreview
  /** The steps of the preview, in their order. */
  readonly steps: readonly Transformation[]
  /** Its settings are not finished yet. */
  readonly isUnfinished: boolean
  readonly isStale: boolean
  readonly origin: SampleOrigin
  readonly flow: Flow
  readonly sql: Setting
  onAgain(): void
  /** The number of a step in the flow, from 1. */
  placeOf(stepId: string): number
}

/** The rows before and after the step: one of them, or both beside each other. */
export function StepSamples({
  step,
  preview,
  steps: all,
  isUnfinished,
  isStale,
  origin,
  flow,
  sql,
  onAgain,
  placeOf,
}: StepSamplesProps) {
  const { t } = useLingui()
  const serverText = useServerText()
  const [wanted, setSide] = useState<Side>('after')
  const { steps } = preview
  const failed = steps.find(({ error }) => error)
  const index = steps.findIndex(({ id }) => id === step.id)
  const own = index < 0 ? undefined : steps[index]
  const before = index < 0 ? steps.at(-1) : steps[index - 1]
  // Reported at its field.
  if (failed?.id === WHERE_STEP) return null
  if (failed?.error && failed.id !== step.id) {
    return (
      <p className={styles['note']}>
        {failed.id === 'source' ? (
          serverText.message(failed.error)
        ) : (
          <Trans>
            Step {placeOf(failed.id)} cannot be done: {serverText.message(failed.error)}
          </Trans>
        )}
      </p>
    )
  }
  if (!before) return null
  const after = isUnfinished || own?.error ? undefined : own
  // No setting is wrong: the server was too slow, for example.
  const isElsewhere = !isUnfinished && own?.error !== undefined && own.error.field === undefined
  const side = after ? wanted : 'before'
  const compared = compareSamples(step.type, before, after ?? before)
  const shown = side !== 'before' && after ? after : before
  return (
    <>
      <div className={styles['bar']}>
        <SegmentedControl<Side>
          label={t`Rows to see`}
          value={side}
          options={[
            { value: 'before', label: <Trans>Before</Trans> },
            ...(after
              ? [
                  { value: 'after' as const, label: <Trans>After</Trans> },
                  { value: 'both' as const, label: <Trans>Both</Trans> },
                ]
              : []),
          ]}
          onChange={setSide}
        />
        <div className={styles['facts']}>
          <output className={styles['note']}>
            {after && <RowsLeft type={step.type} before={before.rowCount} after={after.rowCount} />}
            {!after &&
              (isUnfinished ? (
                <Trans>Finish its settings first.</Trans>
              ) : isElsewhere ? (
                serverText.message(own.error)
              ) : (
                <Trans>The step does not work with these settings.</Trans>
              ))}
          </output>
          {isElsewhere && (
            <Button size="xs" onClick={onAgain}>
              <Trans>Try again</Trans>
            </Button>
          )}
          {after?.place && (
            <Suspense>
              <StepPlace {...{ step, flow, sql }} place={after.place} obstacle={after.obstacle} />
            </Suspense>
          )}
        </div>
      </div>
      {own?.error?.hint !== undefined && <p className={styles['note']}>{serverText.hint(own.error)}</p>}
      <div className={classNames(styles['sides'], side === 'both' && styles['both'])}>
        {side !== 'after' && (
          <SampleSide sample={before} isEmpty={before.rowCount === 0}>
            <SampleTable
              label={t`Rows before the step`}
              columns={before.columns}
              rows={before.rows}
              marks={compared.before}
              isGone={after ? compared.isGone : undefined}
              isStale={isStale}
            />
          </SampleSide>
        )}
        {side !== 'before' && after && (
          <SampleSide sample={after} isEmpty={before.rowCount === 0}>
            <SampleTable
              label={t`Rows after the step`}
              columns={after.columns}
              rows={after.rows}
              marks={compared.after}
              isChanged={compared.isChanged}
              isStale={isStale}
            />
          </SampleSide>
        )}
      </div>
      <p className={styles['note']}>
        <SampleNote {...origin} preview={preview} />
        <ComputedFrom preview={preview} steps={all.slice(0, all.findIndex(({ id }) => id === shown.id) + 1)} />
        {shown.rowCount > shown.rows.length && (
          <>
            {'; '}
            <Trans>{shown.rows.length} of these are shown</Trans>
          </>
        )}
      </p>
    </>
  )
}

interface SampleSideProps {
  readonly sample: PreviewedStep
  /** There were no rows before the step. */
  readonly isEmpty: boolean
  readonly children: ReactNode
}

const SampleSide = ({ sample, isEmpty, children }: SampleSideProps) =>
  sample.rows.length > 0 ? (
    children
  ) : (
    <p className={styles['note']}>
      {isEmpty ? <Trans>No rows here.</Trans> : <Trans>No row of the sample is left.</Trans>}
    </p>
  )

interface RowsLeftProps {
  readonly type: string
  readonly before: number
  readonly after: number
}

/** How many rows of the sample remain after the step. */
function RowsLeft({ type, before, after }: RowsLeftProps) {
  const { number } = useFormats()
  const [from, to] = [number(before), number(after)]
  if (transformationTypeOf(type)?.rowsAfter === 'other' && before !== after) {
    return (
      <Trans>
        {from} rows become {to}
      </Trans>
    )
  }
  if (before === after) return <Plural value={before} one="The row stays" other={`All ${from} rows stay`} />
  return (
    <Trans>
      {to} of {from} rows stay
    </Trans>
  )
}
