import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import type { BackGuard } from '../kit/dialog/back-guard.ts'

interface Held {
  answer(isBlocked: boolean): void
}

/** Blocks only Back and Forward: links and saves inside of a dialog are intended. The library's own hook would add code to the start of every page. */
export const useBackGuard: BackGuard = (wouldLose) => {
  const { history } = useRouter()
  const [held, setHeld] = useState<Held>()
  useEffect(
    () =>
      history.block({
        enableBeforeUnload: false,
        blockerFn: ({ action }) => {
          if (action === 'PUSH' || action === 'REPLACE' || !wouldLose()) return false
          return new Promise<boolean>((answer) => setHeld({ answer }))
        },
      }),
    [history, wouldLose],
  )
  const end = (isBlocked: boolean) => {
    held?.answer(isBlocked)
    setHeld(undefined)
  }
  return { isHeld: held !== undefined, goBack: () => end(false), stay: () => end(true) }
}
