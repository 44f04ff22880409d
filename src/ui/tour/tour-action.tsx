import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

import type { TourStepName } from '../../core/tour/tour-steps.ts'
import { Button } from '../kit/button/button.tsx'
import { useLoadedFlows } from '../queries/use-flows.ts'
import { TOUR_TEXTS } from './tour-texts.tsx'

interface TourActionProps {
  readonly step: TourStepName
  readonly isPrimary: boolean
  onGo?(): void
}

/** The link to where a step is made: the dialog that adds something, or the newest flow to run. */
export function TourAction({ step, isPrimary, onGo }: TourActionProps) {
  const newest = useLoadedFlows()[0]
  const { to, action } = TOUR_TEXTS[step]
  return (
    <Button asChild size="sm" variant={isPrimary ? 'primary' : 'secondary'} {...(onGo && { onClick: onGo })}>
      {step === 'run' && newest ? (
        <Link to="/floweditor/$id" params={{ id: newest.id }}>
          <Trans>Open {newest.name}</Trans>
        </Link>
      ) : (
        <Link to={to} search={{ dialog: 'add' }}>
          {action}
        </Link>
      )}
    </Button>
  )
}
