import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import type { AlertChannel } from '../../../core/alerts/alert-channel.ts'
import { alertedFlowsAfter, alertedShare } from '../../../core/alerts/alerted-flows.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { isEditable } from '../../alerts/channel-draft.ts'
import { channelName } from '../../alerts/channel-name.ts'
import { useChangeAlertedFlows } from '../../alerts/use-alerts.ts'
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
    const { id } = channel
    const isAlerted = chosen.get(id)
    if (isAlerted === undefined || channel.flowIds === undefined) return []
    const isSilent = alertedFlowsAfter(channel.flowIds, flowIds, isAlerted).length === 0
    return [{ id, isAlerted, silentName: isSilent ? channelName(channel) : undefined }]
  })
  const { mutate: save, isPending: isSaving, error } = useChangeAlertedFlows()
  const silentName = changed.find((change) => change.silentName !== undefined)?.silentName
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
          : t`${silentName} would tell of no flow: remove it instead`
      }
      onSubmit={() =>
        save({ flowIds, channels: changed.map(({ id, isAlerted }) => ({ id, isAlerted })) }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      {channels.map((channel) => (
        <ChannelBox
          key={channel.id}
          channel={channel}
          flowIds={flowIds}
          chosen={chosen.get(channel.id)}
          onChange={(isAlerted) => setChosen(new Map([...chosen, [channel.id, isAlerted]]))}
        />
      ))}
      {!isPending && channels.length === 0 && (
        <p>
          <Trans>
            No alert channel yet.{' '}
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
  onChange(isAlerted: boolean): void
}

function ChannelBox({ channel, flowIds, chosen, onChange }: ChannelBoxProps) {
  const share = alertedShare(channel, flowIds)
  const isFixed = share === 'every' || !isEditable(channel)
  const known = share === 'some' ? ('indeterminate' as const) : share !== 'none'
  return (
    <Checkbox
      label={
        <>
          {channelName(channel)}{' '}
          {isFixed && (
            <span className={styles['fixed']}>
              {share === 'every' ? <Trans>tells of all flows</Trans> : <Trans>A file owns it</Trans>}
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
