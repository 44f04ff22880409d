import { queryOptions, useQuery } from '@tanstack/react-query'

import type { Flow } from '../../../../core/flows/flow.ts'
import type { Services } from '../../../../core/services/services.ts'
import { useActiveOrganization } from '../../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../../services/query-keys.ts'
import { useServices } from '../../../services/services.tsx'
import { unwrap } from '../../../services/unwrap.ts'

export const positionsQuery = ({ listStreamPositions }: Services, organizationId: string, flowId: string) =>
  queryOptions({
    queryKey: QUERY_KEYS.streamPositions(organizationId, flowId),
    queryFn: () => unwrap(listStreamPositions(flowId)),
    retry: false,
  })

/** Up to which value of its cursor each table was read, by its name. */
export function useStreamPositions({ id, config: { streams } }: Flow): ReadonlyMap<string, string> {
  const services = useServices()
  const organization = useActiveOrganization()
  const isAsked = streams.some(({ cursor }) => cursor !== undefined)
  const { data = [] } = useQuery({ ...positionsQuery(services, organization.id, id), enabled: isAsked && id !== '' })
  const cursors = new Map(streams.map(({ entity, cursor }) => [entity, cursor]))
  return new Map(
    data.flatMap(({ entity, cursor, bound }) =>
      cursors.get(entity) === cursor && bound !== undefined ? [[entity, bound] as const] : [],
    ),
  )
}
