import { Trans } from '@lingui/react/macro'

import type { AlertDelivery } from '../../core/alerts/alert-delivery.ts'
import { Callout } from '../kit/callout/callout.tsx'

/** The receiver's answer to a test message. */
export function TestAnswer({ delivery: { state, status, answer = '' } }: { delivery: AlertDelivery }) {
  const words = [status, answer].filter((part) => part !== undefined && part !== '').join(' · ')
  return state === 'delivered' ? (
    <Callout tone="success" title={<Trans>The test message has arrived</Trans>}>
      {words}
    </Callout>
  ) : (
    <Callout tone="danger" title={<Trans>The test message has not arrived</Trans>}>
      {words}
    </Callout>
  )
}
