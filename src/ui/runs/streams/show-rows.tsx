import { Trans } from '@lingui/react/macro'

import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button } from '../../kit/button/button.tsx'

interface ShowRowsProps {
  /** By default the rows themselves. */
  readonly as?: 'rows' | 'message'
  readonly isOpen: boolean
  onToggle(isOpen: boolean): void
}

const LABELS = {
  rows: { show: <Trans>Show the rows</Trans>, hide: <Trans>Hide the rows</Trans> },
  message: { show: <Trans>Show the message</Trans>, hide: <Trans>Hide the message</Trans> },
}

/** Shows rows below their number, as a table or as the message that would be sent; people who may not see values read why. */
export function ShowRows({ as = 'rows', isOpen, onToggle }: ShowRowsProps) {
  const disabledReason = useDisabledReason('run.data')
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-expanded={isOpen}
      disabledReason={disabledReason}
      onClick={() => onToggle(!isOpen)}
    >
      {LABELS[as][isOpen ? 'hide' : 'show']}
    </Button>
  )
}
