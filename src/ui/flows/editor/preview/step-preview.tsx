import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import { dollarsPerRequest } from '../../../../core/catalog/connections/connection-types.ts'
import type { Entity } from '../../../../core/connections/entity.ts'
import type { Flow, Transformation } from '../../../../core/flows/flow.ts'
import { WHERE_STEP } from '../../../../core/flows/flow-preview.ts'
import { planPreview } from '../../../../core/transformations/plan-preview.ts'
import type { Previewed } from '../../../../core/transformations/previewed.ts'
import type { StepReview } from '../../../../core/transformations/review-steps.ts'
import { wantedRows } from '../../../../core/transformations/wanted-rows.ts'
import { useDisabledReason } from '../../../access/use-disabled-reason.ts'
import { PricedLook } from '../../../connections/entities/priced-look.tsx'
import { errorText } from '../../../errors/error-text.ts'
import { useServerText } from '../../../i18n/use-server-text.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Callout } from '../../../kit/callout/callout.tsx'
import { Select } from '../../../kit/select/select.tsx'
import { SkeletonRows } from '../../../kit/skeleton/skeleton.tsx'
import { useIsOffered } from '../../../services/use-is-offered.ts'
import type { Setting } from './step-place.tsx'
import styles from './step-preview.module.css'
import { StepSamples } from './step-samples.tsx'
import { useFlowPreview } from './use-flow-preview.ts'
import { useWantedRows } from './use-wanted-rows.ts'
import { WantedRowsField } from './wanted-rows-field.tsx'

interface StepPreviewProps {
  readonly step: Transformation
  readonly flow: Flow
  readonly reviews: ReadonlyMap<string, StepReview>
  /** Undefined until the source has been read. */
  readonly entities: readonly Entity[] | undefined
  readonly sql: Setting
  onPreviewed(previewed: Previewed): void
}

/** Some rows of the source before and after the step. */
export function StepPreview({ step, flow, reviews, entities, sql, onPreviewed }: StepPreviewProps) {
  const { t } = useLingui()
  const serverText = useServerText()
  const disabledReason = useDisabledReason('flow.write')
  const [chosen, setChosen] = useState<string>()
  const { config, sourceConnection } = flow
  const tables = (entities ?? []).map(({ name }) => name)
  const plan = planPreview(step, config, { reviews, tables, chosen })
  const { streams, stream, steps, placeOf, isUnknown, blockedBy, isUnfinished } = plan
  const [text, setText] = useWantedRows(flow.id, stream)
  const where = wantedRows(text, entities?.find(({ name }) => name === stream)?.columns ?? [])
  const wanted = { sourceId: sourceConnection?.id ?? '', stream: isUnknown ? '' : stream, steps, config, where }
  const price = dollarsPerRequest(sourceConnection?.type ?? '')
  const isOffered = useIsOffered('previewFlow')
  const isFree = disabledReason === undefined && price === 0 && isOffered
  const { preview, isStale, isAsking, error, ask } = useFlowPreview(wanted, isFree, onPreviewed)
  if (!isOffered) return null
  if (disabledReason !== undefined) {
    return (
      <section className={styles['preview']} aria-label={t`Preview`}>
        <p className={styles['note']}>{disabledReason}</p>
      </section>
    )
  }
  if (stream === '' || isUnknown) return null

  const wrong = preview?.steps.find(({ id }) => id === WHERE_STEP)?.error
  const origin = { table: stream, type: sourceConnection?.type ?? '', where }
  const isReady = blockedBy === undefined && error === null
  return (
    <section className={styles['preview']} aria-label={t`Preview`}>
      {streams.length > 1 && (
        <Select
          aria-label={t`With rows of`}
          className={styles['table']}
          value={stream}
          options={streams.map((name) => ({ value: name, label: name }))}
          onChange={({ target }) => setChosen(target.value)}
        />
      )}
      <WantedRowsField
        key={JSON.stringify([stream, text])}
        text={text}
        error={wrong && serverText.message(wrong)}
        onChange={setText}
      />
      {error !== null && <Failed error={error} onRetry={ask} />}
      {blockedBy !== undefined && (
        <p className={styles['note']}>
          <Trans>Correct step {blockedBy} first.</Trans>
        </p>
      )}
      {preview && blockedBy === undefined && (
        <StepSamples
          key={stream}
          {...{ step, preview, steps, isStale, isUnfinished, origin, placeOf, flow, sql }}
          onAgain={ask}
        />
      )}
      {price > 0 && isReady && (isStale || !preview) && <PricedLook price={price} isBusy={isAsking} onLook={ask} />}
      {!preview && isReady && isFree && <SkeletonRows count={3} />}
    </section>
  )
}

function Failed({ error, onRetry }: { readonly error: unknown; onRetry(): void }) {
  const { i18n } = useLingui()
  return (
    <Callout
      tone="danger"
      title={<Trans>No preview now</Trans>}
      actions={
        <Button size="xs" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {errorText(i18n, error)}
    </Callout>
  )
}
