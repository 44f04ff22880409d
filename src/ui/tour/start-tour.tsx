import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Compass } from 'lucide'

import { useIsAllowed, useOrganizationState } from '../access/use-active-organization.ts'
import { Button } from '../kit/button/button.tsx'
import { useServices } from '../services/services.tsx'

/** Starts the tour on the home page; nothing without an organization where the person may create flows. */
export function useStartTour(): (() => void) | undefined {
  const { keepTour } = useServices()
  const { active } = useOrganizationState()
  const mayWalk = useIsAllowed('flow.write')
  const navigate = useNavigate()
  if (!active || !mayWalk) return undefined
  return () => {
    void keepTour('started')
    void navigate({ to: '/' })
  }
}

export function StartTourButton({ onStart }: { onStart?(): void }) {
  const start = useStartTour()
  if (!start) return null
  return (
    <Button
      size="sm"
      icon={Compass}
      onClick={() => {
        start()
        onStart?.()
      }}
    >
      <Trans>Start the tour</Trans>
    </Button>
  )
}
