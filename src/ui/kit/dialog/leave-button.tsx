import { Trans } from '@lingui/react/macro'
import { createContext, useContext } from 'react'

import { Button } from '../button/button.tsx'

/** Closes the dialog around it, and asks first if something would be lost. */
export const LeaveContext = createContext<() => void>(() => undefined)

/** *Cancel* of a form in a dialog. */
export function LeaveButton() {
  const leave = useContext(LeaveContext)
  return (
    <Button variant="ghost" onClick={leave}>
      <Trans>Cancel</Trans>
    </Button>
  )
}
