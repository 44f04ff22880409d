import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'

import { isNotOffered } from '../app/error-text.ts'
import { QUERY_KEYS } from '../app/query-keys.ts'
import { useServices } from '../app/services.tsx'
import { unwrap } from '../app/unwrap.ts'
import { Button } from '../kit/button/button.tsx'
import { Callout } from '../kit/callout/callout.tsx'
import { Card } from '../kit/card/card.tsx'
import { Skeleton } from '../kit/skeleton/skeleton.tsx'
import { useActiveOrganization, useIsAllowed } from '../organizations/use-active-organization.ts'
import { isNotImplemented } from './is-not-implemented.ts'

/** Plan and payments, as far as this server knows any. */
export function BillingCard() {
  const { fetchBillingStatus } = useServices()
  const { id } = useActiveOrganization()
  const mayRead = useIsAllowed('billing.read')
  const { isPending, isError, error, refetch } = useQuery({
    queryKey: QUERY_KEYS.billing(id),
    queryFn: () => unwrap(fetchBillingStatus()),
    enabled: mayRead,
  })
  if (!mayRead) return null
  return (
    <Card title={<Trans>Billing</Trans>} description={<Trans>Plan, cards and invoices.</Trans>}>
      {isPending && <Skeleton height="2rem" />}
      {isError &&
        (isNotOffered(error) || isNotImplemented(error) ? (
          <Callout>
            <Trans>Billing is not set up on this server. Everything can be used without it.</Trans>
          </Callout>
        ) : (
          <Callout
            tone="danger"
            title={<Trans>Billing could not be loaded</Trans>}
            actions={
              <Button size="sm" onClick={() => void refetch()}>
                <Trans>Try again</Trans>
              </Button>
            }
          />
        ))}
      {!isPending && !isError && <CustomerPortal />}
    </Card>
  )
}

function CustomerPortal() {
  const { openCustomerPortal } = useServices()
  const { mutate: open, isPending } = useMutation({
    mutationFn: () => unwrap(openCustomerPortal()),
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <Button isBusy={isPending} onClick={() => open()}>
      <Trans>Open the customer portal</Trans>
    </Button>
  )
}
