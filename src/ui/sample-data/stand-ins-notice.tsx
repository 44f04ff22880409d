import { Plural, Trans } from '@lingui/react/macro'
import { Suspense, useState } from 'react'

import { Button } from '../kit/button/button.tsx'
import { Callout } from '../kit/callout/callout.tsx'
import { lazyNamed } from '../kit/lazy-named.ts'
import { useStandIns } from './use-stand-ins.ts'

const RemoveStandInsDialog = lazyNamed(() => import('./remove-stand-ins-dialog.tsx'), 'RemoveStandInsDialog')

/** Says that an organization has stand-ins, with the one button that removes them. */
export function StandInsNotice() {
  const { data } = useStandIns()
  const [isAsking, setAsking] = useState(false)
  if (!data || data.integrations.length === 0) return null
  return (
    <>
      <Callout
        tone="accent"
        title={
          <Plural
            value={data.integrations.length}
            one="One integration is a test account"
            other="# integrations are test accounts"
          />
        }
        actions={
          <Button size="sm" onClick={() => setAsking(true)}>
            <Trans>Remove all test accounts</Trans>
          </Button>
        }
      >
        <Trans>What they received is gone when the server stops.</Trans>
      </Callout>
      {isAsking && (
        <Suspense>
          <RemoveStandInsDialog parts={data} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
