import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import type { AlertChannel } from '../../core/alerts/alert-channel.ts'
import { ALERT_CHANNEL_KINDS, channelKind } from '../../core/catalog/alert-events.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { errorText } from '../errors/error-text.ts'
import { Callout } from '../kit/callout/callout.tsx'
import { Field } from '../kit/field/field.tsx'
import { FormDialog } from '../kit/form-dialog/form-dialog.tsx'
import { Select } from '../kit/select/select.tsx'
import { TextInput } from '../kit/text-input/text-input.tsx'
import { type ChannelForm, type ChannelProblem, draftOf, formOf } from './channel-draft.ts'
import { ChannelReach } from './channel-reach.tsx'
import { EventChoices } from './event-choices.tsx'
import { FlowChoice } from './flow-choice.tsx'
import { useSaveAlertChannel } from './use-alerts.ts'
import { useKindNames } from './use-kind-names.ts'

interface ChannelDialogProps {
  /** Absent: a new one. */
  readonly channel: AlertChannel | undefined
  onSaved(channel: AlertChannel): void
  onClose(): void
}

/** The recipient, the events and the flows of a channel. */
export function ChannelDialog({ channel, onSaved, onClose }: ChannelDialogProps) {
  const { t, i18n } = useLingui()
  const disabledReason = useDisabledReason('alert.write')
  const { mutate: save, isPending, error } = useSaveAlertChannel()
  const [form, setForm] = useState<ChannelForm>(() => formOf(channel))
  const [isTried, setTried] = useState(false)
  const change = (changes: Partial<ChannelForm>) => setForm({ ...form, ...changes })
  const draft = draftOf(form, channel === undefined)
  const { mayBePlain, takesLineage = false } = channelKind(form.kind)
  const problems: Readonly<Record<ChannelProblem, string>> = {
    url:
      mayBePlain === 'anywhere'
        ? t`Enter an https:// or http:// address`
        : mayBePlain === 'nearby'
          ? t`Enter an https:// address; http:// only in this server’s network`
          : t`Enter an https:// address`,
    key: t`Enter the integration key`,
    recipients: t`Enter e-mail addresses, separated by commas`,
    events: t`Choose at least one`,
    rejectsAbove: t`Enter a number from 0 to 99`,
    flows: t`Choose at least one flow`,
  }
  const errorOf = (problem: ChannelProblem) => (isTried && draft === problem ? problems[problem] : undefined)
  const kinds = useKindNames()
  const submit = () => {
    setTried(true)
    if (typeof draft !== 'string') save({ id: channel?.id, draft }, { onSuccess: onSaved })
  }
  return (
    <FormDialog
      title={channel ? t`Edit the channel` : t`Add a channel`}
      onClose={onClose}
      submitLabel={<Trans>Save</Trans>}
      isBusy={isPending}
      disabledReason={disabledReason}
      onSubmit={submit}
    >
      {!channel && (
        <Field label={t`Kind`}>
          <Select
            value={form.kind}
            options={ALERT_CHANNEL_KINDS.map((kind) => ({
              value: kind,
              label: kinds[kind],
            }))}
            onChange={({ target }) => {
              const kind = ALERT_CHANNEL_KINDS.find((known) => known === target.value) ?? 'email'
              change({
                kind,
                url: channelKind(kind).url ?? '',
                name: form.name ?? (kind === 'inbox' ? t`Inbox` : undefined),
              })
            }}
          />
        </Field>
      )}
      <Field label={t`Name (optional)`}>
        <TextInput
          autoComplete="off"
          maxLength={200}
          value={form.name ?? ''}
          onChange={({ target }) => change({ name: target.value })}
        />
      </Field>
      <ChannelReach form={form} isNew={!channel} errorOf={errorOf} onChange={change} />
      {!takesLineage && (
        <EventChoices chosen={form.events} error={errorOf('events')} onChange={(events) => change({ events })} />
      )}
      {!takesLineage && form.events.includes('rejected') && (
        <Field
          label={t`From this share of rows, in percent`}
          error={errorOf('rejectsAbove')}
          hint={t`0: any rejected row.`}
        >
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            value={form.rejectsAbove}
            onChange={({ target }) => change({ rejectsAbove: target.value })}
          />
        </Field>
      )}
      <FlowChoice value={form.flowIds} error={errorOf('flows')} onChange={(flowIds) => change({ flowIds })} />
      {error && (
        <Callout tone="danger" title={<Trans>Not saved</Trans>}>
          {errorText(i18n, error)}
        </Callout>
      )}
    </FormDialog>
  )
}
