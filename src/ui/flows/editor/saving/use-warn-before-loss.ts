import { useEffect } from 'react'

/** Asks before a tab with unsaved changes is closed, and saves meanwhile. */
export function useWarnBeforeLoss(isAtRisk: boolean, flush: () => Promise<boolean>): void {
  useEffect(() => {
    if (!isAtRisk) return
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault()
      void flush()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isAtRisk, flush])
}
