import { Trans } from '@lingui/react/macro'
import { Link2Off } from 'lucide'

import { Button } from '../../kit/button/button.tsx'
import { Strip } from '../../kit/strip/strip.tsx'

interface UnknownWordsProps {
  readonly words: readonly string[]
  onDismiss(): void
}

/** Above a page whose address asked for something that it does not have, so that nobody takes it for what was asked for. */
export const UnknownWords = ({ words, onDismiss }: UnknownWordsProps) => (
  <div role="status">
    <Strip
      tone="warning"
      icon={Link2Off}
      actions={
        <Button size="xs" onClick={onDismiss}>
          <Trans>Dismiss</Trans>
        </Button>
      }
    >
      <Trans>
        This page has no <bdi>{words.join(', ')}</bdi>.
      </Trans>
    </Strip>
  </div>
)
