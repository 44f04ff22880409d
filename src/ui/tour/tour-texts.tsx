import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { TourStepName } from '../../core/tour/tour-steps.ts'

interface TourText {
  readonly title: ReactNode
  /** What to do on the page of the step. */
  readonly text: ReactNode
  readonly action: ReactNode
  readonly to: '/integrations' | '/sources' | '/destinations' | '/flows' | '/runs'
  /** Its dialog offers stand-ins; said once, at the first of them. */
  readonly takesStandIns?: true
}

export const TOUR_TEXTS: Readonly<Record<TourStepName, TourText>> = {
  connect: {
    title: <Trans>Connect an account</Trans>,
    text: <Trans>Google, AWS or another service. Databases need none.</Trans>,
    action: <Trans>Connect</Trans>,
    to: '/integrations',
  },
  source: {
    title: <Trans>Add a source</Trans>,
    text: <Trans>Where your data is now.</Trans>,
    action: <Trans>Add source</Trans>,
    to: '/sources',
    takesStandIns: true,
  },
  destination: {
    title: <Trans>Add a destination</Trans>,
    text: <Trans>Where it should go.</Trans>,
    action: <Trans>Add destination</Trans>,
    to: '/destinations',
  },
  flow: {
    title: <Trans>Create a flow between them</Trans>,
    text: <Trans>Choose tables; steps filter, mask or join.</Trans>,
    action: <Trans>New flow</Trans>,
    to: '/flows',
  },
  run: {
    title: <Trans>Run it</Trans>,
    text: <Trans>Old data stays until the new is complete.</Trans>,
    action: <Trans>Runs</Trans>,
    to: '/runs',
  },
}
