import { Trans } from '@lingui/react/macro'
import { Compass } from 'lucide'
import { Suspense, useState } from 'react'

import { Button } from '../../kit/button/button.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { useServices } from '../../services/services.tsx'

const Tour = lazyNamed(() => import('./tour.tsx'), 'Tour')

/** Offers the tour until the user has taken it, or left it, once in this browser. */
export function TourButton() {
  const { loadPreferences, savePreferences } = useServices()
  const [isOpen, setOpen] = useState(false)
  const [isOver, setOver] = useState(() => loadPreferences().tour === 'over')
  if (isOver) return null
  const end = () => {
    savePreferences({ ...loadPreferences(), tour: 'over' })
    setOver(true)
  }
  return (
    <>
      <Button size="sm" variant="ghost" icon={Compass} onClick={() => setOpen(true)}>
        <Trans>Take the tour</Trans>
      </Button>
      {isOpen && (
        <Suspense>
          <Tour onEnd={end} />
        </Suspense>
      )}
    </>
  )
}
