import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import { dollarsPerRequest } from '../../../../core/catalog/connection-types.ts'
import { transformationTypeOf } from '../../../../core/catalog/transformation-types.ts'
import type { Entity } from '../../../../core/connections/entity.ts'
import type { Flow, Transformation } from '../../../../core/flows/flow.ts'
import { previewableSteps } from '../../../../core/transformations/previewable-steps.ts'
import type { Previewed } from '../../../../core/transformations/previewed.ts'
import type { StepReview } from '../../../../core/transformations/review-steps.ts'
import { useDisabledReason } from '../../../access/use-disabled-reason.ts'
import { PricedLook } from '../../../connections/priced-look.tsx'
import { errorText } from '../../../errors/error-text.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Callout } from '../../../kit/callout/callout.tsx'
import { Field } from '../../../kit/field/field.tsx'
import { Select } from '../../../kit/select/select.tsx'
import { SkeletonRows } from '../../../kit/skeleton/skeleton.tsx'
import { useIsOffered } from '../../../services/use-is-offered.ts'
import styles from './step-preview.module.css'
import { StepSamples } from './step-samples.tsx'
import { useFlowPreview } from './use-flow-preview.ts'

interface StepPreviewProps {
  readonly step: Transformation
  readonly flow: Flow
  readonly reviews: ReadonlyMap<string, StepReview>
  /** Undefined while the source has not been read. */
  readonly entities: readonly Entity[] | undefined
  onPreviewed(previewed: Previewed): void
}

/** Some rows of the source as they come to the step and as they leave it. */
export function StepPreview({ step, flow, reviews, entities, onPreviewed }: StepPreviewProps) {
  const { t, i18n } = useLingui()
  const refusal = useDisabledReason('flow.write')
  const [chosen, setChosen] = useState<string>()
  const { config, sourceConnection } = flow
  const moving = config.streams.length > 0 ? config.streams : (entities ?? []).map(({ name }) => ({ entity: name }))
  const streams = step.stream === undefined ? moving.map(({ entity }) => entity) : [step.stream]
  const stream = streams.find((name) => name === chosen) ?? streams[0] ?? ''
  const { steps, stopped } = previewableSteps(config, reviews, stream)
  const place = (id: string) => config.transformations.findIndex((other) => other.id === id) + 1
  const isUnknown = stopped !== undefined && !transformationTypeOf(stopped.type) && place(stopped.id) <= place(step.id)
  const wanted = { sourceId: sourceConnection?.id ?? '', stream: isUnknown ? '' : stream, steps, config }
  const price = dollarsPerRequest(sourceConnection?.type ?? '')
  const isOffered = useIsOffered('previewFlow')
  const isFree = refusal === undefined && price === 0 && isOffered
  const { preview, isStale, isAsking, error, ask } = useFlowPreview(wanted, isFree, onPreviewed)
  if (stream === '' || !isOffered || isUnknown) return null

  const isBlocked = stopped !== undefined && place(stopped.id) < place(step.id)
  return (
    <section className={styles['preview']} aria-labelledby="preview-title">
      <h3 id="preview-title" className={styles['title']}>
        <Trans>Preview</Trans>
      </h3>
      {streams.length > 1 && refusal === undefined && (
        <Field label={t`With rows of`}>
          <Select
            value={stream}
            options={streams.map((name) => ({ value: name, label: name }))}
            onChange={({ target }) => setChosen(target.value)}
          />
        </Field>
      )}
      {refusal !== undefined && <p className={styles['note']}>{refusal}</p>}
      {error !== null && (
        <Callout
          tone="danger"
          title={<Trans>There is no preview now</Trans>}
          actions={
            <Button size="xs" onClick={ask}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {errorText(i18n, error)}
        </Callout>
      )}
      {isBlocked ? (
        <p className={styles['note']}>
          <Trans>Step {place(stopped.id)} has to be put right first.</Trans>
        </p>
      ) : (
        preview && (
          <StepSamples
            key={stream}
            step={step}
            preview={preview}
            isUnfinished={stopped?.id === step.id}
            isStale={isStale}
            placeOf={place}
          />
        )
      )}
      {price > 0 && refusal === undefined && !isBlocked && error === null && (isStale || !preview) && (
        <PricedLook price={price} isBusy={isAsking} onLook={ask} />
      )}
      {!preview && !isBlocked && error === null && isFree && <SkeletonRows count={3} />}
    </section>
  )
}
