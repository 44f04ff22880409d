import { useSyncExternalStore } from 'react'

import { type Services, useServices } from './services.tsx'

/** Whether to show what the call does: not once the server has answered that it does not have it. */
export function useIsOffered(call: keyof Services): boolean {
  const { missingCallsState } = useServices()
  return !useSyncExternalStore(missingCallsState.subscribe, missingCallsState.get).has(call)
}
