import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

import { type DashboardPeriod, DEFAULT_PERIOD } from '../../core/dashboard/dashboard.ts'
import type { Flow } from '../../core/flows/flow.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { isRunning } from '../queries/use-flows.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

/** The maximum age of figures on a screen without interaction. */
const REFRESH_MS = 60_000

export function useDashboard(period: DashboardPeriod, isWanted: boolean) {
  const { fetchDashboard } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({
    queryKey: QUERY_KEYS.dashboard(id, period),
    queryFn: () => unwrap(fetchDashboard(period)),
    enabled: isWanted,
    // A run may have begun and ended on another page, without an event here.
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.status === 'success' ? REFRESH_MS : false),
  })
}

/** The period is in the address; the default one is left out. */
export function usePeriod() {
  const { period = DEFAULT_PERIOD } = useSearch({ from: '/main/' })
  const navigate = useNavigate()
  const choose = (next: DashboardPeriod) =>
    void navigate({ to: '.', search: next === DEFAULT_PERIOD ? {} : { period: next }, replace: true })
  return [period, choose] as const
}

/** A run that begins or ends is included at once: the organization's stream reports it. */
export function useFiguresFollow(flows: readonly Flow[] | undefined): void {
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  const running = flows
    ?.filter(isRunning)
    .map(({ lastRun }) => lastRun?.id)
    .join()
  const last = useRef(running)
  useEffect(() => {
    if (last.current !== undefined && last.current !== running) {
      void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.dashboards(id) })
    }
    last.current = running
  }, [queryClient, id, running])
}
