import { useState } from 'react'

/** For dialogs that no trigger of the library opens: the focus goes back to where it was before the dialog. */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    const isThere = opener instanceof HTMLElement && opener.isConnected
    // A button that went with what was done, as those of selected rows do: the keyboard goes on in the page.
    const next = isThere ? opener : document.querySelector<HTMLElement>('main')
    next?.focus({ preventScroll: true })
  }
}
