import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import type { AlertChannel } from '../../../core/alerts/alert-channel.ts'
import { flowsOnceTold, toldOf } from '../../../core/alerts/told-flows.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { draftOf, formOf, isEditable } from '../../alerts/channel-draft.ts'
import { channelName } from '../../alerts/channel-name.ts'
import { useSaveAlertChannel } from '../../alerts/use-alerts.ts'
import { errorText } from '../../errors/error-text.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import { Checkbox } from '../../kit/checkbox/checkbox.tsx'
import { FormDialog } from '../../kit/form-dialog/form-dialog.tsx'
import { useAlertChannels } from '../../queries/use-alert-channels.ts'
import styles from './flow-alerts-dialog.module.css'

interface FlowAlertsDialogProps {
  readonly flows: readonly Flow[]
  onClose(): void
}

/** Which alert channels tell of many flows. */
export function FlowAlertsDialog({ flows, onClose }: FlowAlertsDialogProps) {
  const { t, i18n } = useLingui()
  const { data, isPending } = useAlertChannels()
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const flowIds = flows.map(({ id }) => id)
  const channels = data?.channels ?? []
  const changed = channels.flatMap((channel) => {
    const isTold = chosen.get(channel.id)
    return isTold === undefined || channel.flowIds === undefined
      ? []
      : [{ channel, flowIds: flowsOnceTold(channel.flowIds, flowIds, isTold) }]
  })
  const { mutate: save, isPending: isSaving, error } = useSaveChannels()
  const silent = changed.find((change) => change.flowIds.length === 0)
  const silentName = silent && channelName(silent.channel)
  return (
    <FormDialog
      title={<Trans>Alerts</Trans>}
      description={t`${plural(flows.length, { one: '# flow', other: '# flows' })}`}
      submitLabel={<Trans>Save</Trans>}
      isBusy={isSaving}
      disabledReason={
        silentName === undefined
          ? changed.length === 0
            ? t`Nothing is changed`
            : undefined
          : t`${silentName} would tell of no flow: remove the channel instead`
      }
      onSubmit={() => save(changed, { onSuccess: onClose })}
      onClose={onClose}
    >
      {channels.map((channel) => (
        <ChannelBox
          key={channel.id}
          channel={channel}
          flowIds={flowIds}
          chosen={chosen.get(channel.id)}
          onChange={(isTold) => setChosen(new Map([...chosen, [channel.id, isTold]]))}
        />
      ))}
      {!isPending && channels.length === 0 && (
        <p>
          <Trans>
            There is no alert channel yet.{' '}
            <Link to="/organization-settings" search={{ section: 'alerts' }}>
              Add one
            </Link>
          </Trans>
        </p>
      )}
      {error && <Callout tone="danger">{errorText(i18n, error)}</Callout>}
    </FormDialog>
  )
}

interface ChannelBoxProps {
  readonly channel: AlertChannel
  readonly flowIds: readonly string[]
  readonly chosen: boolean | undefined
  onChange(isTold: boolean): void
}

function ChannelBox({ channel, flowIds, chosen, onChange }: ChannelBoxProps) {
  const told = toldOf(channel, flowIds)
  const isFixed = told === 'every' || !isEditable(channel)
  const known = told === 'some' ? ('indeterminate' as const) : told !== 'none'
  return (
    <Checkbox
      label={
        <>
          {channelName(channel)}{' '}
          {isFixed && (
            <span className={styles['fixed']}>
              {told === 'every' ? <Trans>tells of all flows</Trans> : <Trans>A file owns it</Trans>}
            </span>
          )}
        </>
      }
      checked={chosen ?? known}
      disabled={isFixed}
      onChange={onChange}
    />
  )
}

interface ChangedChannel {
  readonly channel: AlertChannel
  readonly flowIds: readonly string[]
}

/** One call for each channel. */
function useSaveChannels() {
  const { mutateAsync: save } = useSaveAlertChannel()
  return useMutation({
    mutationFn: async (changed: readonly ChangedChannel[]) => {
      for (const { channel, flowIds } of changed) {
        const draft = draftOf({ ...formOf(channel), flowIds }, false)
        if (typeof draft !== 'string') await save({ id: channel.id, draft })
      }
    },
  })
}
