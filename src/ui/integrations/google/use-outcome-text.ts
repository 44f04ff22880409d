import { useLingui } from '@lingui/react/macro'
import type { Tone } from '../../kit/tone.ts'
import type { GoogleOutcome } from '../../routing/search.ts'

interface OutcomeText {
  readonly tone: Tone
  readonly title: string
  readonly text: string
}

/** The outcome of Google's consent, and what to do. */
export function useOutcomeText(): (outcome: GoogleOutcome | 'closed') => OutcomeText {
  const { t } = useLingui()
  const texts: Readonly<Record<GoogleOutcome | 'closed', OutcomeText>> = {
    connected: {
      tone: 'success',
      title: t`Google is connected`,
      text: t`Google Sheets connections can use it now.`,
    },
    cancelled: {
      tone: 'neutral',
      title: t`Connecting was cancelled`,
      text: t`Nothing was stored. Start again.`,
    },
    expired: {
      tone: 'warning',
      title: t`That took too long`,
      text: t`It took over ten minutes. Start again.`,
    },
    closed: {
      tone: 'neutral',
      title: t`The window was closed`,
      text: t`Nothing was stored. Start again.`,
    },
    'other-browser': {
      tone: 'danger',
      title: t`Somebody else started this`,
      text: t`Google’s answer was for another browser or person. Start again.`,
    },
    'not-allowed': {
      tone: 'danger',
      title: t`You may not connect Google here any more`,
      text: t`Your role has changed. Ask an admin.`,
    },
    'other-account': {
      tone: 'warning',
      title: t`That was another Google account`,
      text: t`Choose the account from before, or add an integration for this one.`,
    },
    refused: {
      tone: 'danger',
      title: t`Google refused`,
      text: t`Ask the account’s administrator, or use another account.`,
    },
    'scope-missing': {
      tone: 'warning',
      title: t`Access to spreadsheets is missing`,
      text: t`Start again, and keep spreadsheets selected.`,
    },
    unreachable: {
      tone: 'danger',
      title: t`Google could not be reached`,
      text: t`Try again later.`,
    },
  }
  return (outcome) => texts[outcome]
}
