import { useSyncExternalStore } from 'react'

import type { TourState } from '../../core/catalog/tour-states.ts'
import { type TourStep, tourOf, tourStepsOf } from '../../core/tour/tour-steps.ts'
import { useIsAllowed } from '../access/use-active-organization.ts'
import { useLoadedConnections } from '../queries/use-connections.ts'
import { useLoadedFlows } from '../queries/use-flows.ts'
import { useLoadedIntegrations } from '../queries/use-integrations.ts'
import { useServices } from '../services/services.tsx'

export interface Tour {
  readonly state: ReturnType<typeof tourOf>
  readonly steps: readonly TourStep[]
  keep(state: TourState): void
}

/** The signed-in person's tour through what the organization has; over for people who may not create a flow. */
export function useTour(): Tour {
  const { sessionState, loadPreferences, keepTour } = useServices()
  const { profile } = useSyncExternalStore(sessionState.subscribe, sessionState.get)
  const steps = tourStepsOf({
    integrations: useLoadedIntegrations(),
    connections: useLoadedConnections(),
    flows: useLoadedFlows(),
  })
  const mayWalk = useIsAllowed('flow.write')
  return {
    state: mayWalk ? tourOf(profile, loadPreferences(), steps) : 'over',
    steps,
    keep: (state) => void keepTour(state),
  }
}
