import { useEffect, useState } from 'react'

import { type SignedInApp, useSignedInApp } from '../services/signed-in-app-source.ts'

/** A shorter start is not worth to take the form away. */
const VISIBLE_AFTER_MS = 100

/** Whether somebody has signed in, and what their pages need has been on its way for a moment. */
export function useIsSessionStarting(): boolean {
  const { loaded } = useSignedInApp()
  const [isStarting, setStarting] = useState(false)
  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let unsubscribe = () => {}
    const watch = ({ services: { sessionState } }: SignedInApp) => {
      if (isGone) return
      const look = () => {
        clearTimeout(timer)
        if (sessionState.get().status === 'starting') timer = setTimeout(() => setStarting(true), VISIBLE_AFTER_MS)
        else setStarting(false)
      }
      unsubscribe = sessionState.subscribe(look)
      look()
    }
    void loaded.then(watch, () => undefined)
    return () => {
      isGone = true
      clearTimeout(timer)
      unsubscribe()
    }
  }, [loaded])
  return isStarting
}
