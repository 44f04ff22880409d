import { Trans } from '@lingui/react/macro'

import type { AlertDelivery } from '../../core/alerts/alert-delivery.ts'
import { Callout } from '../kit/callout/callout.tsx'
import { useAnswerText } from './use-answer-text.ts'

interface TestAnswerProps {
  readonly delivery: AlertDelivery
}

/** The receiver's answer to a message that somebody has just sent. */
export function TestAnswer({ delivery }: TestAnswerProps) {
  const words = useAnswerText()(delivery)
  const isTest = delivery.event === 'test'
  return delivery.state === 'delivered' ? (
    <Callout
      tone="success"
      title={isTest ? <Trans>The test message has arrived</Trans> : <Trans>The message has arrived</Trans>}
    >
      {words}
    </Callout>
  ) : (
    <Callout
      tone="danger"
      title={isTest ? <Trans>The test message has not arrived</Trans> : <Trans>The message has not arrived</Trans>}
    >
      {words}
    </Callout>
  )
}
