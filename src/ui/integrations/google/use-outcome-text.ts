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
      text: t`Google Sheets connections can use it from now on.`,
    },
    cancelled: {
      tone: 'neutral',
      title: t`Connecting was cancelled`,
      text: t`Nothing was stored. Start again whenever you like.`,
    },
    expired: {
      tone: 'warning',
      title: t`That took too long`,
      text: t`Google’s answer took more than ten minutes, or it was used before. Start again.`,
    },
    closed: {
      tone: 'neutral',
      title: t`The window was closed`,
      text: t`Google has not answered, and nothing was stored. Start again whenever you like.`,
    },
    'other-browser': {
      tone: 'danger',
      title: t`Somebody else started this`,
      text: t`Google’s answer belongs to another browser or person, so it was discarded. Start again from here.`,
    },
    'not-allowed': {
      tone: 'danger',
      title: t`You may not connect Google here any more`,
      text: t`Your role in the organization has changed meanwhile. Ask an admin.`,
    },
    'other-account': {
      tone: 'warning',
      title: t`That was another Google account`,
      text: t`Choose the account that this integration was connected with, or add an integration for the other account.`,
    },
    refused: {
      tone: 'danger',
      title: t`Google refused`,
      text: t`The account may not be allowed to use this application. Ask its administrator, or use another account.`,
    },
    'scope-missing': {
      tone: 'warning',
      title: t`Access to spreadsheets is missing`,
      text: t`Start again, and keep the checkbox for spreadsheets selected on Google’s page.`,
    },
    unreachable: {
      tone: 'danger',
      title: t`Google could not be reached`,
      text: t`The server got no answer from Google. Try again later.`,
    },
  }
  return (outcome) => texts[outcome]
}
