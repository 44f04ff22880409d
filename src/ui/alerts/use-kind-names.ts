import { useLingui } from '@lingui/react/macro'

import type { AlertChannelKind } from '../../core/catalog/alert-events.ts'

/** The names of the kinds of channels. */
export function useKindNames(): Readonly<Record<AlertChannelKind, string>> {
  const { t } = useLingui()
  return {
    email: t`E-mail`,
    slack: 'Slack',
    teams: 'Microsoft Teams',
    pagerduty: 'PagerDuty',
    webhook: t`Webhook`,
    inbox: t`Inbox in Millrace`,
    openlineage: t`OpenLineage (data catalogue)`,
  }
}
