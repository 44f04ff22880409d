import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide'

import { HELP } from '../../core/catalog/connections/help-page.ts'
import { isComplete, type TourStepName, tourStepOn } from '../../core/tour/tour-steps.ts'
import { Button } from '../kit/button/button.tsx'
import { Strip } from '../kit/strip/strip.tsx'
import { TourAction } from './tour-action.tsx'
import { TourHint } from './tour-hint.tsx'
import { TOUR_TEXTS } from './tour-texts.tsx'
import { useTour } from './use-tour.ts'

/** Stands above the pages while the tour is on: the step of the page, or the next one. The home page has the card instead. */
export function TourStrip({ pathname }: { pathname: string }) {
  const { t } = useLingui()
  const { state, steps, keep } = useTour()
  const current = tourStepOn(pathname, steps)
  if (state !== 'on' || pathname === '/' || current === undefined) return null
  const isOver = isComplete(steps)
  const index = steps.findIndex(({ name }) => name === current)
  const following = steps[index + 1]?.name
  const number = index + 1
  const count = steps.length
  return (
    <section aria-label={t`Tour`}>
      <Strip
        tone="accent"
        icon={Compass}
        actions={
          <>
            {!isOver && !isOnPageOf(current, pathname) && <TourAction step={current} isPrimary />}
            {isOver && (following ? <NextStep step={following} /> : <Guide />)}
            <Button size="sm" variant="ghost" onClick={() => keep('ended')}>
              {isOver ? <Trans>End the tour</Trans> : <Trans>Skip the tour</Trans>}
            </Button>
          </>
        }
      >
        <p aria-live="polite">
          <span>
            <Trans>
              {number} of {count}
            </Trans>
          </span>{' '}
          {isOver && !following ? (
            <Trans>All steps are done.</Trans>
          ) : (
            <>
              <strong>{TOUR_TEXTS[current].title}.</strong> <TourHint step={current} />
            </>
          )}
        </p>
      </Strip>
    </section>
  )
}

function NextStep({ step }: { step: TourStepName }) {
  return (
    <Button asChild size="sm">
      <Link to={TOUR_TEXTS[step].to}>
        <Trans>Next</Trans>
      </Link>
    </Button>
  )
}

const Guide = () => (
  <Button asChild size="sm">
    <a href={HELP} target="_blank" rel="noreferrer">
      <Trans>Open the guide</Trans>
    </a>
  </Button>
)

/** The page itself has the button then. */
const isOnPageOf = (step: TourStepName, pathname: string): boolean =>
  pathname === TOUR_TEXTS[step].to || (step === 'run' && pathname.startsWith('/floweditor/'))
