import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'

import type { RejectedPage, RejectedRow } from '../../../core/runs/rows/rejected-rows.ts'
import { rejectedCsv, rejectedJson } from '../../../core/runs/rows/rejected-rows.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { download } from '../../services/download.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** The rows of one table of a run that the destination could not store, page by page. */
export function useRejectedRows(runId: string, entity: string) {
  const { listRejectedRows } = useServices()
  const { id } = useActiveOrganization()
  return useInfiniteQuery({
    queryKey: QUERY_KEYS.rejectedRows(id, runId, entity),
    queryFn: ({ pageParam }) => unwrap(listRejectedRows(runId, entity, pageParam)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

/** Reads all stored rows, however many are shown, and saves them as a file. */
export function useDownloadRejected(runId: string, entity: string) {
  const { listRejectedRows } = useServices()
  return useMutation({
    mutationFn: async (format: 'csv' | 'json') => {
      const rows: RejectedRow[] = []
      let columns: RejectedPage['columns'] = []
      let cursor: string | undefined
      do {
        const page = await unwrap(listRejectedRows(runId, entity, cursor))
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

export function useReplay(runId: string, flowId: string) {
  const { replayRun } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return useMutation({
    mutationFn: () => unwrap(replayRun(runId)),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.runLists(id) }),
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flowRuns(id, flowId) }),
      ]),
  })
}
