import { Trans } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Callout } from '../../kit/callout/callout.tsx'
import type { GoogleOutcome } from '../../routing/search.ts'
import { sendOutcome } from './consent-channel.ts'
import styles from './return-from-google.module.css'
import { useOutcomeText } from './use-outcome-text.ts'

/** The end of Google's consent: notifies the waiting page and closes; without one, shows the outcome here. */
export function ReturnFromGoogle() {
  const { google } = useSearch({ from: '/main/lists' })
  return google === undefined ? null : <Outcome outcome={google} />
}

function Outcome({ outcome }: { outcome: GoogleOutcome }) {
  const { tone, title, text } = useOutcomeText()(outcome)
  useEffect(() => sendOutcome(outcome, () => window.close()), [outcome])
  return (
    <div className={styles['outcome']}>
      <Callout tone={tone} title={title}>
        {text} {window.opener && <Trans>You can close this window.</Trans>}
      </Callout>
    </div>
  )
}
