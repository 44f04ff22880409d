import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { AlertChannelDraft } from '../../core/alerts/alert-channel.ts'
import type { AlertedFlowsChange } from '../../core/alerts/alerted-flows.ts'
import { defined } from '../../core/catalog/defined.ts'
import { useActiveOrganization, useIsAllowed } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

/** The polling interval while a message waits to be sent again. */
const WAITING_POLL_MS = 5_000

/** @param channelId absent: of all channels */
export function useAlertDeliveries(channelId: string | undefined) {
  const { listAlertDeliveries } = useServices()
  const { id } = useActiveOrganization()
  return useInfiniteQuery({
    queryKey: [...QUERY_KEYS.alertDeliveries(id), { channelId }],
    queryFn: ({ pageParam: cursor }) => unwrap(listAlertDeliveries(defined({ channelId, cursor }))),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: useIsAllowed('alert.read'),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => deliveries.some((delivery) => delivery.state === 'waiting'))
        ? WAITING_POLL_MS
        : false,
  })
}

export function useAlertDelivery(deliveryId: string) {
  const { getAlertDelivery } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({
    queryKey: [...QUERY_KEYS.alertDeliveries(id), deliveryId],
    queryFn: () => unwrap(getAlertDelivery(deliveryId)),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? WAITING_POLL_MS : false),
  })
}

function useAlertsChanged() {
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: QUERY_KEYS.alertChannels(id) }),
      queryClient.invalidateQueries({
        queryKey: QUERY_KEYS.alertDeliveries(id),
      }),
    ])
}

interface Saving {
  /** Absent: a new one. */
  readonly id: string | undefined
  readonly draft: AlertChannelDraft
}

export function useSaveAlertChannel() {
  const { createAlertChannel, updateAlertChannel } = useServices()
  return useMutation({
    mutationFn: ({ id, draft }: Saving) =>
      unwrap(id === undefined ? createAlertChannel(draft) : updateAlertChannel(id, draft)),
    onSettled: useAlertsChanged(),
  })
}

export function useChangeAlertedFlows() {
  const { changeAlertedFlows } = useServices()
  return useMutation({
    mutationFn: (change: AlertedFlowsChange) => unwrap(changeAlertedFlows(change)),
    onSettled: useAlertsChanged(),
  })
}

export function useRemoveAlertChannel() {
  const { removeAlertChannel } = useServices()
  return useMutation({
    mutationFn: (id: string) => unwrap(removeAlertChannel(id)),
    onSettled: useAlertsChanged(),
  })
}

export function useRotateAlertSecret() {
  const { rotateAlertSecret } = useServices()
  return useMutation({
    mutationFn: (id: string) => unwrap(rotateAlertSecret(id)),
  })
}

export function useTakeOverAlertChannel() {
  const { takeOverAlertChannel } = useServices()
  return useMutation({
    mutationFn: (id: string) => unwrap(takeOverAlertChannel(id)),
    onSettled: useAlertsChanged(),
  })
}

export function useTestAlertChannel() {
  const { testAlertChannel } = useServices()
  return useMutation({
    mutationFn: (id: string) => unwrap(testAlertChannel(id)),
    onSettled: useAlertsChanged(),
  })
}

export function useReplayAlertDelivery() {
  const { replayAlertDelivery } = useServices()
  return useMutation({
    mutationFn: (id: string) => unwrap(replayAlertDelivery(id)),
    onSettled: useAlertsChanged(),
  })
}
