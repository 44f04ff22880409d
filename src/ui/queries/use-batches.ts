import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { type Batch, type BatchChange, isUnderWay } from '../../core/batches/batch.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

const NONE: readonly Batch[] = []
/** While one is under way. */
const ASK_EVERY_MS = 1_500

/** What was asked for many flows; asked again and again while something is under way, and when this tab is looked at again. */
export function useBatches(): readonly Batch[] {
  const { listBatches } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  const { data = NONE } = useQuery({
    queryKey: QUERY_KEYS.batches(id),
    queryFn: () => unwrap(listBatches()),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? ASK_EVERY_MS : false),
    refetchOnWindowFocus: true,
  })
  const waiting = data.reduce((sum, batch) => sum + batch.waiting, 0)
  // What it changes shows in the list; runs tell of themselves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that some are done
  useEffect(() => {
    if (data.length > 0) void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flows(id) })
  }, [waiting, data[0]?.id])
  return data
}

/** The flows of one batch; absent until they are known, and without a batch. */
export function useBatchFlows(batchId: string | undefined): ReadonlySet<string> | undefined {
  const { listBatchFlows } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({
    queryKey: QUERY_KEYS.batchFlows(id, batchId ?? ''),
    queryFn: () => unwrap(listBatchFlows(batchId ?? '')),
    enabled: batchId !== undefined,
    select: asSet,
  }).data
}

const asSet = (ids: readonly string[]): ReadonlySet<string> => new Set(ids)

interface Asked {
  readonly flowIds: readonly string[]
  /** Absent: the flows are run. */
  readonly change?: BatchChange | undefined
}

export function useStartBatch() {
  const { startBatch } = useServices()
  return useMutation({
    mutationFn: ({ flowIds, change }: Asked) => unwrap(startBatch(flowIds, change)),
    onSettled: useListAgain(),
  })
}

export function useCancelBatch() {
  const { cancelBatch } = useServices()
  return useMutation({ mutationFn: (id: string) => unwrap(cancelBatch(id)), onSettled: useListAgain() })
}

export function useCloseBatch() {
  const { closeBatch } = useServices()
  return useMutation({ mutationFn: (id: string) => unwrap(closeBatch(id)), onSettled: useListAgain() })
}

function useListAgain() {
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.batches(id) })
}
