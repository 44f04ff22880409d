import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide'

import { isComplete, nextTourStep, shownTourSteps } from '../../core/tour/tour-steps.ts'
import { Button } from '../kit/button/button.tsx'
import { Card } from '../kit/card/card.tsx'
import { classNames } from '../kit/class-names.ts'
import { Icon } from '../kit/icon/icon.tsx'
import { SampleDataButton } from '../sample-data/sample-data-button.tsx'
import { SystemsPicture } from './systems-picture.tsx'
import { TourAction } from './tour-action.tsx'
import styles from './tour-card.module.css'
import { TourHint } from './tour-hint.tsx'
import { TOUR_TEXTS } from './tour-texts.tsx'
import type { Tour } from './use-tour.ts'

/** The five steps of the tour on the home page; the first click starts it, and then it stands above the other pages. */
export function TourCard({ tour: { state, steps, keep } }: { tour: Tour }) {
  const { t } = useLingui()
  const next = nextTourStep(steps)
  const isOver = isComplete(steps)
  const shown = shownTourSteps(steps)
  const isEmpty = !steps.some(({ isDone }) => isDone)
  return (
    <Card
      title={<Trans>Getting started</Trans>}
      description={isOver && <Trans>All steps are done.</Trans>}
      actions={
        <>
          <Button variant="ghost" onClick={() => keep('ended')}>
            {isOver ? <Trans>End the tour</Trans> : <Trans>Skip the tour</Trans>}
          </Button>
          {!steps.some(({ name, isDone }) => name === 'flow' && isDone) && <SampleDataButton isPrimary={isEmpty} />}
        </>
      }
    >
      {isEmpty && <SystemsPicture />}
      <ol className={styles['steps']} aria-label={t`Getting started`}>
        {shown.map(({ name, isDone, isReady }, index) => (
          <li key={name} className={classNames(styles['step'], isDone && styles['done'])}>
            <span className={styles['mark']}>
              {isDone ? <Icon of={Check} size={14} strokeWidth={2.75} label={t`Done`} /> : index + 1}
            </span>
            <div className={styles['words']}>
              <p className={styles['title']}>
                {isDone ? <Link to={TOUR_TEXTS[name].to}>{TOUR_TEXTS[name].title}</Link> : TOUR_TEXTS[name].title}
              </p>
              <p className={styles['text']}>
                <TourHint step={name} />
              </p>
              {isReady && !isDone && (
                <div className={styles['action']}>
                  <TourAction
                    step={name}
                    isPrimary={name === next && !isEmpty}
                    {...(state === 'offered' && { onGo: () => keep('started') })}
                  />
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
