import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** The run that was opened last, and the history entry from which it was opened. */
let left: { readonly runId: string; readonly index: number } | undefined

/** For the link of a run: after going back from the run to the list, the focus is where it was. The page does not scroll. */
export function useFocusOnReturn(runId: string) {
  const { state } = useRouter()
  const index = state.location.state.__TSR_index
  const ref = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (left?.runId !== runId || left.index !== index) return
    left = undefined
    // After the shell has moved the focus to the new page.
    const timer = setTimeout(() => ref.current?.focus({ preventScroll: true }))
    return () => clearTimeout(timer)
  }, [runId, index])
  const leave = () => {
    left = { runId, index }
  }
  return { ref, leave }
}
