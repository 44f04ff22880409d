import { useLingui } from '@lingui/react/macro'

import type { DeliveryState } from '../../core/catalog/alert-events.ts'
import { Badge } from '../kit/badge/badge.tsx'
import type { Tone } from '../kit/tone.ts'

const TONES: Readonly<Record<DeliveryState, Tone>> = {
  delivered: 'success',
  waiting: 'warning',
  'given-up': 'danger',
}

export function DeliveryStateBadge({ state }: { state: DeliveryState }) {
  const { t } = useLingui()
  const states: Readonly<Record<DeliveryState, string>> = {
    delivered: t`Arrived`,
    waiting: t`Will be tried again`,
    'given-up': t`Given up`,
  }
  return <Badge tone={TONES[state]}>{states[state]}</Badge>
}
