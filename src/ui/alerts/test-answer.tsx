import { Trans } from '@lingui/react/macro'

import type { AlertDelivery } from '../../core/alerts/alert-delivery.ts'
import { Callout } from '../kit/callout/callout.tsx'
import { useAnswerText } from './use-answer-text.ts'

/** The receiver's answer to a test message. */
export function TestAnswer({ delivery }: { delivery: AlertDelivery }) {
  const words = useAnswerText()(delivery)
  return delivery.state === 'delivered' ? (
    <Callout tone="success" title={<Trans>The test message has arrived</Trans>}>
      {words}
    </Callout>
  ) : (
    <Callout tone="danger" title={<Trans>The test message has not arrived</Trans>}>
      {words}
    </Callout>
  )
}
