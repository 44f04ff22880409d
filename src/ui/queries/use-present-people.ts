import { skipToken, useQuery } from '@tanstack/react-query'

import type { PresentPerson } from '../../core/runs/live/run-events.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'

/** Everybody who has the flow open, as the stream of the organization tells it. */
export function usePresentPeople(flowId: string): readonly PresentPerson[] {
  const { id } = useActiveOrganization()
  const { data } = useQuery<readonly PresentPerson[]>({ queryKey: QUERY_KEYS.presence(id, flowId), queryFn: skipToken })
  return data ?? []
}
