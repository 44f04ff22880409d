import { Trans } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'

import { Callout } from '../kit/callout/callout.tsx'

/** The result of the payment pages, after the return from there. */
export function CheckoutOutcome() {
  const { checkout } = useSearch({ from: '/main' })
  if (checkout === 'success') {
    return (
      <Callout tone="success" title={<Trans>Thank you</Trans>}>
        <Trans>Your plan is changed as soon as the payment is confirmed, usually within seconds.</Trans>
      </Callout>
    )
  }
  if (checkout === 'cancelled') {
    return (
      <Callout title={<Trans>Nothing was bought</Trans>}>
        <Trans>You left before paying, or cancelled. The plan below is still your plan.</Trans>
      </Callout>
    )
  }
  return null
}
