import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { createContext, type ReactNode, Suspense, use, useCallback, useEffect, useState } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import { runPrice } from '../../../core/flows/run-price.ts'
import { useOrganizationState } from '../../access/use-active-organization.ts'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { flowQuery } from '../../queries/use-flows.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'

const RunPriceDialog = lazyNamed(() => import('./run-price-dialog.tsx'), 'RunPriceDialog')

/** A run that somebody wants to start. */
export interface WantedRun {
  readonly flowId: string
  /** A dry run reads what a run reads, and costs the same. */
  readonly isDry?: boolean
  /** Only these tables are read; absent: those of the flow. */
  readonly entities?: readonly string[]
  start(): void
}

const AskPrice = createContext<((wanted: WantedRun) => void) | undefined>(undefined)

/** Starts a run; asks first if the vendor of its source charges for reading. */
export function useAskPrice(): (wanted: WantedRun) => void {
  const ask = use(AskPrice)
  // A run that starts without its question could cost money that nobody agreed to.
  if (!ask) throw new Error('useAskPrice needs PriceQuestions above it')
  return ask
}

/** Shows the price of a run before it begins, wherever in the application it is started. */
export function PriceQuestions({ children }: { readonly children: ReactNode }) {
  const router = useRouter()
  const [asked, setAsked] = useState<WantedRun & { readonly flow: Flow; readonly pathname: string }>()
  // Who goes back does not want the run any more.
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ toLocation }) =>
        setAsked((question) => (question?.pathname === toLocation.pathname ? question : undefined)),
      ),
    [router],
  )
  const queryClient = useQueryClient()
  const services = useServices()
  const organizationId = useOrganizationState().active?.id ?? ''
  const ask = useCallback(
    async (wanted: WantedRun) => {
      const { flowId } = wanted
      // One that is loaded, alone or in the list. Nothing if the server does not give it: it will refuse the run, too.
      const flow =
        queryClient.getQueryData<Flow>(QUERY_KEYS.flow(organizationId, flowId)) ??
        queryClient.getQueryData<readonly Flow[]>(QUERY_KEYS.flows(organizationId))?.find(({ id }) => id === flowId) ??
        (await queryClient.fetchQuery(flowQuery(services, organizationId, flowId)).catch(() => undefined))
      if (!flow || !runPrice(flow)) return wanted.start()
      setAsked({ ...wanted, flow, pathname: router.latestLocation.pathname })
    },
    [queryClient, services, organizationId, router],
  )
  return (
    <AskPrice value={ask}>
      {children}
      <Suspense>{asked && <RunPriceDialog {...asked} onClose={() => setAsked(undefined)} />}</Suspense>
    </AskPrice>
  )
}
