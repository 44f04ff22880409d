import { useState } from 'react'

/** For dialogs that no trigger of the library opens: the focus goes back to where it was before the dialog. */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    // One that is gone takes no focus.
    if (opener instanceof HTMLElement) opener.focus()
  }
}
