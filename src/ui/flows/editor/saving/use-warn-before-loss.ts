import { useEffect } from 'react'

/** Closing the tab with unsaved changes asks first, and saves while the person thinks. */
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
