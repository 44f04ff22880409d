import { Trans } from '@lingui/react/macro'

import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { stagesOf } from '../testing/stages-of.ts'

interface ReadOnlyCalloutProps {
  /** Why the test failed. */
  readonly error: unknown
  readonly isSaving: boolean
  onSave(): void
}

/** After a test in which only writing failed: a source needs no more than that. */
export function ReadOnlyCallout({ error, isSaving, onSave }: ReadOnlyCalloutProps) {
  const stages = stagesOf(error) ?? []
  const failed = stages.filter(({ status }) => status === 'failed').map(({ stage }) => stage)
  if (failed.join() !== 'write') return null
  return (
    <Callout
      tone="success"
      title={<Trans>Fine as a source</Trans>}
      actions={
        <Button size="sm" variant="primary" isBusy={isSaving} onClick={onSave}>
          <Trans>Save as source</Trans>
        </Button>
      }
    >
      <Trans>The account may only read.</Trans>
    </Callout>
  )
}
