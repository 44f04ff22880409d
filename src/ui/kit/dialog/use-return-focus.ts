import { useState } from 'react'

import { focusHistory, placeToReturn, watchFocus } from './focus-history.ts'

/** For dialogs that no trigger of the library opens: the focus goes back to where it was before the dialog. */
export function useReturnFocus(): (event: Event) => void {
  const [before] = useState(() => {
    watchFocus()
    return focusHistory()
  })
  return (event) => {
    event.preventDefault()
    const isElsewhere = document.activeElement !== null && document.activeElement !== document.body
    // What was done has led somewhere else.
    if (isElsewhere) return
    // A button that went with what was done, as those of selected rows do: the keyboard goes on in the page.
    const next = placeToReturn(before) ?? document.querySelector<HTMLElement>('main')
    next?.focus({ preventScroll: true })
  }
}
