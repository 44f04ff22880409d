import { useEffect, useState } from 'react'

import { type SignedInApp, useSignedInApp } from '../services/signed-in-app-source.ts'

/** For a shorter start the form stays visible. */
const VISIBLE_AFTER_MS = 100

/** Whether somebody has signed in, and the code of the pages has been loading for a moment. */
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
