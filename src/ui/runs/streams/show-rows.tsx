import { Trans } from '@lingui/react/macro'

import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button } from '../../kit/button/button.tsx'

interface ShowRowsProps {
  readonly isOpen: boolean
  onToggle(isOpen: boolean): void
}

/** Shows values of rows below a count of them; who may not see values reads why. */
export function ShowRows({ isOpen, onToggle }: ShowRowsProps) {
  const disabledReason = useDisabledReason('run.data')
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-expanded={isOpen}
      disabledReason={disabledReason}
      onClick={() => onToggle(!isOpen)}
    >
      {isOpen ? <Trans>Hide the rows</Trans> : <Trans>Show the rows</Trans>}
    </Button>
  )
}
