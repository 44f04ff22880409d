import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'

import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import type { RejectedChange } from '../../../core/rejects/reject-repository.ts'
import type { Mend, RejectedPick } from '../../../core/rejects/rejected-cause.ts'
import { type RejectedRow, rejectedCsv, rejectedJson } from '../../../core/rejects/rejected-rows.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { useRun } from '../../queries/use-runs.ts'
import { download } from '../../services/download.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** Rows of one table of a run that the destination could not store, page by page. */
export function useRejectedRows(runId: string, pick: RejectedPick) {
  const { listRejectedRows } = useServices()
  const { id } = useActiveOrganization()
  return useInfiniteQuery({
    queryKey: QUERY_KEYS.rejectedRows(id, runId, pick),
    queryFn: ({ pageParam }) => unwrap(listRejectedRows(runId, pick, pageParam)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

export function useRejectedCauses(runId: string, entity: string) {
  const { listRejectedCauses } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({
    queryKey: QUERY_KEYS.rejectedCauses(id, runId, entity),
    queryFn: () => unwrap(listRejectedCauses(runId, entity)),
  })
}

/** Reads all stored rows, however many are shown, and saves them as a file. */
export function useDownloadRejected(runId: string, entity: string) {
  const { listRejectedRows } = useServices()
  return useMutation({
    mutationFn: async (format: 'csv' | 'json') => {
      const rows: RejectedRow[] = []
      let columns: Parameters<typeof rejectedCsv>[0]['columns'] = []
      let cursor: string | undefined
      do {
        const page = await unwrap(listRejectedRows(runId, { entity }, cursor))
        for (const row of page.rows) rows.push(row)
        columns = page.columns
        cursor = page.nextCursor
      } while (cursor !== undefined)
      const name = `${entity} rejected rows.${format}`
      if (format === 'csv') download(name, 'text/csv', rejectedCsv({ columns, rows }))
      else download(name, 'application/json', rejectedJson({ columns, rows }))
    },
  })
}

/** Sends rows again; the rows that are left are shown when the run has ended. */
export function useReplay(runId: string, flowId: string) {
  const { replayRejectedRows } = useServices()
  const queryClient = useQueryClient()
  const reload = useReloadRejects(runId)
  const { id } = useActiveOrganization()
  const replay = useMutation({
    mutationFn: ({ pick, mend }: { pick: RejectedPick; mend?: Mend | undefined }) =>
      unwrap(replayRejectedRows(runId, pick, mend)),
    onSettled: () =>
      Promise.all([
        reload(),
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.runLists(id) }),
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flowRuns(id, flowId) }),
      ]),
  })
  const { data: run } = useRun(replay.data?.runId)
  const hasEnded = run !== undefined && isFinal(run.status)
  useEffect(() => {
    if (hasEnded) void reload()
  }, [hasEnded, reload])
  return { ...replay, run, hasEnded }
}

export function useEditRejected(runId: string) {
  const { editRejectedRows } = useServices()
  const reload = useReloadRejects(runId)
  return useMutation({
    mutationFn: (change: RejectedChange) => unwrap(editRejectedRows(runId, [change])),
    onSettled: reload,
  })
}

export function useSkipRejected(runId: string) {
  const { skipRejectedRows } = useServices()
  const reload = useReloadRejects(runId)
  return useMutation({ mutationFn: (pick: RejectedPick) => unwrap(skipRejectedRows(runId, pick)), onSettled: reload })
}

function useReloadRejects(runId: string): () => Promise<void> {
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return useCallback(
    () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.rejects(id, runId) }),
    [queryClient, id, runId],
  )
}
