import { onlineManager } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SaveState } from '../../../../core/flows/drafts/auto-save.ts'
import { useServices } from '../../../services/services.tsx'

const RETRY_MS = 15_000

/**
 * Retries a failed save automatically if that can help: after a while and when the browser is back online,
 * or after the user has signed in again. A refused save would be refused again.
 */
export function useRetryOfSaving(state: SaveState, flush: () => Promise<boolean>): void {
  const { sessionState } = useServices()
  useEffect(() => {
    const reason = state.status === 'failed' ? state.reason : undefined
    if (reason === 'passing') {
      const timer = setTimeout(() => void flush(), RETRY_MS)
      const unsubscribe = onlineManager.subscribe((isOnline) => isOnline && void flush())
      return () => {
        clearTimeout(timer)
        unsubscribe()
      }
    }
    if (reason !== 'signed-out') return
    return sessionState.subscribe(() => {
      if (sessionState.get().status === 'signed-in') void flush()
    })
    // Every failure is a new state, so that the timer restarts.
  }, [state, flush, sessionState])
}
