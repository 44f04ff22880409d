import { Trans, useLingui } from '@lingui/react/macro'
import { BellPlus, BellRing } from 'lucide'
import { useState } from 'react'

import type { AlertChannel } from '../../core/alerts/alert-channel.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { ErrorState } from '../errors/error-state.tsx'
import { isNotOffered } from '../errors/error-text.ts'
import { LimitNotice } from '../errors/limit-notice.tsx'
import { Button } from '../kit/button/button.tsx'
import { Callout } from '../kit/callout/callout.tsx'
import { CopyCard } from '../kit/copy-card/copy-card.tsx'
import { EmptyState } from '../kit/empty-state/empty-state.tsx'
import { Stack } from '../kit/page/page.tsx'
import { SkeletonRows } from '../kit/skeleton/skeleton.tsx'
import { Table } from '../kit/table/table.tsx'
import { GoneDialog } from '../layout/gone-dialog.tsx'
import panelStyles from '../layout/settings-panel.module.css'
import { useAlertChannels } from '../queries/use-alert-channels.ts'
import { useLinkedGone } from '../routing/use-linked-gone.ts'
import { useSettingsUrl } from '../routing/use-settings-url.ts'
import { ChannelDialog } from './channel-dialog.tsx'
import { isEditable } from './channel-draft.ts'
import { channelName } from './channel-name.ts'
import { ChannelRow } from './channel-row.tsx'
import { Deliveries } from './deliveries.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { RemoveChannelDialog } from './remove-channel-dialog.tsx'

/** The channels that are notified when a flow fails, works again, is late or rejects rows; and the sent messages. */
export function AlertsPanel() {
  const { t } = useLingui()
  const { open } = useSettingsUrl()
  const disabledReason = useDisabledReason('alert.read')
  const { data, isPending, isError, error, refetch } = useAlertChannels()
  const [shown, setShown] = useState<AlertChannel>()
  const [chosenId, choose] = useState<string>()
  if (disabledReason !== undefined) return <Callout>{disabledReason}</Callout>
  if (isPending) return <SkeletonRows count={2} />
  if (isError) {
    return isNotOffered(error) ? (
      <Callout>
        <Trans>This server sends no alerts.</Trans>
      </Callout>
    ) : (
      <ErrorState title={t`Alerts could not be loaded`} error={error} onRetry={() => void refetch()} />
    )
  }
  const add = (
    <Button variant="primary" icon={BellPlus} onClick={() => open('add')}>
      <Trans>Add a channel</Trans>
    </Button>
  )
  if (data.channels.length === 0) {
    return (
      <>
        <EmptyState icon={BellRing} title={<Trans>Nobody is notified yet</Trans>} actions={add}>
          <Trans>Hear of failures by e-mail or webhook.</Trans>
        </EmptyState>
        <OpenDialog channels={data.channels} onSaved={setShown} />
      </>
    )
  }
  return (
    <>
      <div className={panelStyles['head']}>
        <p className={panelStyles['lead']}>
          <Trans>One message per problem, until it ends.</Trans>
        </p>
        {add}
      </div>
      <Stack>
        <LimitNotice kind="alert-channels" count={data.channels.length} />
        {shown?.secret !== undefined && (
          <SecretCard key={shown.secret} channel={shown} onDone={() => setShown(undefined)} />
        )}
        <Table
          label={t`Alert channels`}
          columns={[
            { label: t`Channel` },
            { label: t`Notified of`, isSecondary: true },
            { label: t`Flows`, isSecondary: true },
            { label: t`Actions`, isHidden: true, align: 'end' },
          ]}
        >
          {data.channels.map((channel) => (
            <ChannelRow key={channel.id} channel={channel} onRenewed={setShown} onShowSent={() => choose(channel.id)} />
          ))}
        </Table>
        <Deliveries channels={data.channels} channelId={chosenId} onChoose={choose} />
      </Stack>
      <OpenDialog channels={data.channels} onSaved={setShown} />
    </>
  )
}

interface OpenDialogProps {
  readonly channels: readonly AlertChannel[]
  onSaved(channel: AlertChannel): void
}

/** The dialog in the URL, for the channel in the URL. */
function OpenDialog({ channels, onSaved }: OpenDialogProps) {
  const { tab, dialog, id, close } = useSettingsUrl()
  const isGone = useLinkedGone(channels, { dialog, id })
  const channel = channels.find((candidate) => candidate.id === id)
  if (tab !== 'alerts') return null
  const save = (saved: AlertChannel) => {
    onSaved(saved)
    close()
  }
  if (dialog === 'add') return <ChannelDialog channel={undefined} onSaved={save} onClose={close} />
  if (dialog === 'message' && id !== undefined)
    return <DeliveryDialog key={id} deliveryId={id} channels={channels} onClose={close} />
  if (!channel) return isGone && <GoneDialog onClose={close} />
  if (dialog === 'edit' && isEditable(channel))
    return <ChannelDialog channel={channel} onSaved={save} onClose={close} />
  if (dialog === 'delete') return <RemoveChannelDialog channel={channel} onClose={close} />
  return null
}

/** The secret of a new or renewed webhook: shown only now. */
function SecretCard({ channel, onDone }: { channel: AlertChannel; onDone(): void }) {
  const { t } = useLingui()
  const { secret = '' } = channel
  const host = channelName(channel)
  return (
    <CopyCard
      title={<Trans>The secret of {host}</Trans>}
      description={
        <Trans>
          Shown only now. It proves the sender (Standard Webhooks). A renewed one leaves the old valid for a day.
        </Trans>
      }
      label={t`Secret`}
      value={secret}
      copyLabel={<Trans>Copy secret</Trans>}
      onDone={onDone}
    />
  )
}
