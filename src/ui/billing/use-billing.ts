import { useMutation, useQuery } from '@tanstack/react-query'

import type { Redirect } from '../../core/billing/billing.ts'
import type { Result } from '../../core/result.ts'
import { useActiveOrganization, useIsAllowed } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

export function useBillingStatus() {
  const { fetchBillingStatus } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({
    queryKey: QUERY_KEYS.billing(id),
    queryFn: () => unwrap(fetchBillingStatus()),
    enabled: useIsAllowed('billing.read'),
  })
}

export function usePlans() {
  const { listPlans } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({ queryKey: QUERY_KEYS.plans(id), queryFn: () => unwrap(listPlans()) })
}

export function useCheckout() {
  const { startCheckout } = useServices()
  return useMutation({ mutationFn: (planId: string) => unwrap(follow(startCheckout(planId))) })
}

export function useCustomerPortal() {
  const { openCustomerPortal } = useServices()
  return useMutation({ mutationFn: () => unwrap(follow(openCustomerPortal())) })
}

/** Sends the browser to the returned page. */
async function follow(pending: Promise<Result<Redirect>>): Promise<Result<Redirect>> {
  const answer = await pending
  if (answer.ok) location.assign(answer.value.url)
  return answer
}
