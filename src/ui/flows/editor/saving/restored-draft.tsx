import { Trans } from '@lingui/react/macro'

import { RelativeTime } from '../../../i18n/relative-time.tsx'
import { Button } from '../../../kit/button/button.tsx'
import { Callout } from '../../../kit/callout/callout.tsx'

interface RestoredDraftProps {
  /** In milliseconds since 1970. */
  readonly at: number
  onDiscard(): void
  onKeep(): void
}

/** Shows that unsaved changes from before a reload or the end of a session were restored. */
export function RestoredDraft({ at, onDiscard, onKeep }: RestoredDraftProps) {
  return (
    <Callout
      tone="accent"
      title={<Trans>Your unsaved changes are back</Trans>}
      actions={
        <>
          <Button size="sm" onClick={onKeep}>
            <Trans>Keep them</Trans>
          </Button>
          <Button size="sm" variant="ghost" onClick={onDiscard}>
            <Trans>Discard them</Trans>
          </Button>
        </>
      }
    >
      <Trans>
        They were made <RelativeTime at={new Date(at).toISOString()} /> and had not been saved; now they are.
      </Trans>
    </Callout>
  )
}
