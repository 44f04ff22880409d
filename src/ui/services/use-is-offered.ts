import { useSyncExternalStore } from 'react'

import type { Services } from '../../core/services/services.ts'
import { useServices } from './services.tsx'

/** Whether to show the feature of a call: not after the server has answered that it does not have the call. */
export function useIsOffered(call: keyof Services): boolean {
  const { missingCallsState } = useServices()
  return !useSyncExternalStore(missingCallsState.subscribe, missingCallsState.get).has(call)
}
