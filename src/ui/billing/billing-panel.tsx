import { Trans, useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { ErrorState } from '../errors/error-state.tsx'
import { isNotOffered } from '../errors/error-text.ts'
import { Callout } from '../kit/callout/callout.tsx'
import { Stack } from '../kit/page/page.tsx'
import { SkeletonRows } from '../kit/skeleton/skeleton.tsx'
import { FailureError } from '../services/unwrap.ts'
import { CurrentPlan } from './current-plan.tsx'
import { PlanCards } from './plan-cards.tsx'
import { useBillingStatus } from './use-billing.ts'

/** Plan, usage and payments, as far as this server has them. */
export function BillingPanel() {
  const { t } = useLingui()
  const disabledReason = useDisabledReason('billing.read')
  const { data, isPending, isError, error, refetch } = useBillingStatus()
  if (disabledReason !== undefined) return <Callout>{disabledReason}</Callout>
  if (isPending) return <SkeletonRows count={2} />
  if (isError) {
    return isNotOffered(error) || isNotImplemented(error) ? (
      <Callout>
        <Trans>Billing is not set up on this server.</Trans>
      </Callout>
    ) : (
      <ErrorState title={t`Billing could not be loaded`} error={error} onRetry={() => void refetch()} />
    )
  }
  const account = data.account ?? {}
  return (
    <Stack>
      <CheckoutOutcome />
      {account.provider === 'sandbox' && (
        <Callout tone="warning" title={<Trans>Sandbox</Trans>}>
          <Trans>No payment provider: nothing is charged.</Trans>
        </Callout>
      )}
      <CurrentPlan account={account} />
      <PlanCards currentPlanId={account.plan?.id} />
    </Stack>
  )
}

/** The server has the call, but no data for it. */
const isNotImplemented = (error: unknown): boolean =>
  error instanceof FailureError && error.failure.kind === 'http' && error.failure.status === 501

/** The result of the payment pages, after the return from there. */
function CheckoutOutcome() {
  const { checkout } = useSearch({ from: '/main' })
  if (checkout === 'success') {
    return (
      <Callout tone="success" title={<Trans>Thank you</Trans>}>
        <Trans>Your plan changes once the payment is confirmed.</Trans>
      </Callout>
    )
  }
  if (checkout === 'cancelled') {
    return (
      <Callout title={<Trans>Nothing was bought</Trans>}>
        <Trans>Nothing was paid.</Trans>
      </Callout>
    )
  }
  return null
}
