import { Trans } from '@lingui/react/macro'

import type { TourStepName } from '../../core/tour/tour-steps.ts'
import { useStandIns } from '../sample-data/use-stand-ins.ts'
import { TOUR_TEXTS } from './tour-texts.tsx'

/** What to do in a step, and that stand-ins need no account where the server has some. */
export function TourHint({ step }: { step: TourStepName }) {
  const standIns = useStandIns()
  const { text, takesStandIns } = TOUR_TEXTS[step]
  return (
    <>
      {text}{' '}
      {takesStandIns && standIns.data && standIns.data.types.size > 0 && (
        <Trans>No account? Use a test account on this machine.</Trans>
      )}
    </>
  )
}
