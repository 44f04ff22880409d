import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

import type { AlertChannel, LastDelivery } from '../../core/alerts/alert-channel.ts'
import { type Connection, isSource } from '../../core/connections/connection.ts'
import type { Integration } from '../../core/integrations/integration.ts'
import { channelName } from '../alerts/channel-name.ts'
import { useAnswerText } from '../alerts/use-answer-text.ts'
import { useStageName } from '../connections/testing/use-stage-name.ts'
import { Button } from '../kit/button/button.tsx'
import { AttentionItem } from './attention-item.tsx'

/** A connection whose last test failed. */
export function FailedConnection({ connection }: { readonly connection: Connection }) {
  const stageName = useStageName()
  const { id, name, lastTest } = connection
  const stage = lastTest?.stage && stageName(lastTest.stage)
  const to = isSource(connection) ? '/sources' : '/destinations'
  return (
    <AttentionItem
      what={stage ? <Trans>The connection test failed at: {stage}</Trans> : <Trans>The connection test failed</Trans>}
      at={lastTest?.at}
      mend={
        <Button size="sm" asChild>
          <Link to={to} search={{ dialog: 'edit', id }}>
            <Trans>Edit</Trans>
          </Link>
        </Button>
      }
    >
      <Link to={isSource(connection) ? '/sources/$id' : '/destinations/$id'} params={{ id }}>
        {name}
      </Link>
    </AttentionItem>
  )
}

/** An account whose consent was withdrawn. */
export const WithdrawnConsent = ({ integration: { id, name } }: { readonly integration: Integration }) => (
  <AttentionItem
    what={<Trans>Access was withdrawn</Trans>}
    at={undefined}
    mend={
      <Button size="sm" asChild>
        <Link to="/integrations" search={{ dialog: 'reconnect', id }}>
          <Trans>Connect again</Trans>
        </Link>
      </Button>
    }
  >
    <Link to="/integrations">{name}</Link>
  </AttentionItem>
)

interface SilentChannelProps {
  readonly channel: AlertChannel
  readonly last: LastDelivery
}

/** A channel whose last message did not arrive: nobody is told of failures there. */
export function SilentChannel({ channel, last }: SilentChannelProps) {
  const words = useAnswerText()
  return (
    <AttentionItem
      what={<Trans>Alerts do not arrive: {words(last)}</Trans>}
      at={last.triedAt}
      mend={
        <Button size="sm" asChild>
          <Link to="/organization-settings" search={{ section: 'alerts', dialog: 'edit', id: channel.id }}>
            <Trans>Edit</Trans>
          </Link>
        </Button>
      }
    >
      <Link to="/organization-settings" search={{ section: 'alerts' }}>
        {channelName(channel)}
      </Link>
    </AttentionItem>
  )
}
