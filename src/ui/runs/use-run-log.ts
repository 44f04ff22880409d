import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { RunLogLine } from '../../core/runs/run.ts'
import { QUERY_KEYS } from '../app/query-keys.ts'
import { useServices } from '../app/services.tsx'
import { unwrap } from '../app/unwrap.ts'
import { useActiveOrganization } from '../organizations/use-active-organization.ts'
import { keepRun } from './keep-run.ts'

type Lines = readonly RunLogLine[]

/** The log so far, and each line as it is written while the run goes on. */
export function useRunLog(runId: string, isGoing: boolean) {
  const { fetchRunLog, watchRun } = useServices()
  const queryClient = useQueryClient()
  const { id: organizationId } = useActiveOrganization()
  const queryKey = QUERY_KEYS.runLog(organizationId, runId)
  const log = useQuery({
    queryKey,
    queryFn: async (): Promise<Lines> => (await unwrap(fetchRunLog(runId))).lines,
  })

  useEffect(() => {
    if (!isGoing) return
    const key = QUERY_KEYS.runLog(organizationId, runId)
    return watchRun(runId, {
      onEvent: (event) => {
        if (event.type === 'run') keepRun(queryClient, organizationId, event.run)
        else queryClient.setQueryData<Lines>(key, (lines = []) => withLine(lines, event.line))
      },
    })
  }, [isGoing, organizationId, queryClient, runId, watchRun])

  return log
}

const withLine = (lines: Lines, line: RunLogLine): Lines =>
  lines.some(({ id }) => id === line.id) ? lines : [...lines, line].sort((left, right) => left.id - right.id)
