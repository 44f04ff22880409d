import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Flow } from '../../../core/flows/flow.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** Makes the draft of a flow the version that runs use. */
export function usePublishFlow(flow: Flow) {
  const { publishFlow } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return useMutation({
    mutationFn: (note: string) => unwrap(publishFlow(flow, note === '' ? undefined : note)),
    onSuccess: (published) =>
      queryClient.setQueryData<Flow>(QUERY_KEYS.flow(id, flow.id), (known) =>
        known?.lastRun ? { ...published, lastRun: known.lastRun } : published,
      ),
    onSettled: useFlowReload(flow),
  })
}

/** Moves the draft of a flow to the trash. */
export function useDiscardDraft(flow: Flow) {
  const { discardDraft } = useServices()
  return useMutation({ mutationFn: () => unwrap(discardDraft(flow)), onSettled: useFlowReload(flow) })
}

/** Every place shows the flow as it is now. */
export function useFlowReload({ id: flowId }: Pick<Flow, 'id'>) {
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return () =>
    Promise.all(
      [QUERY_KEYS.flow(id, flowId), QUERY_KEYS.flows(id), QUERY_KEYS.flowVersions(id, flowId)].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
}
