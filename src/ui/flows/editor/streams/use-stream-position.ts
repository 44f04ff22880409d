import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'

import type { FlowStream } from '../../../../core/flows/flow.ts'
import type { Services } from '../../../../core/services/services.ts'
import { useActiveOrganization } from '../../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../../services/query-keys.ts'
import { useServices } from '../../../services/services.tsx'
import { unwrap } from '../../../services/unwrap.ts'

const positionsQuery = ({ listStreamPositions }: Services, organizationId: string, flowId: string) =>
  queryOptions({
    queryKey: QUERY_KEYS.streamPositions(organizationId, flowId),
    queryFn: () => unwrap(listStreamPositions(flowId)),
    retry: false,
  })

/** The position of a stream of the flow in the address, for its current cursor. */
export function useStreamPosition({ entity, cursor }: FlowStream) {
  const { id: flowId } = useParams({ from: '/main/floweditor/$id' })
  const services = useServices()
  const { id: organizationId } = useActiveOrganization()
  const queryClient = useQueryClient()
  const { data: positions = [] } = useQuery(positionsQuery(services, organizationId, flowId))
  const reset = useMutation({
    mutationFn: () => unwrap(services.resetStream(flowId, entity)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.streamPositions(organizationId, flowId) }),
  })
  const position = positions.find((known) => known.entity === entity && known.cursor === cursor)
  return { position, reset }
}
