import { Trans, useLingui } from '@lingui/react/macro'

import { type AlertChannelKind, channelKind } from '../../core/catalog/alert-events.ts'
import { Callout } from '../kit/callout/callout.tsx'
import { Field } from '../kit/field/field.tsx'
import { PasswordInput } from '../kit/password-input/password-input.tsx'
import { TextInput } from '../kit/text-input/text-input.tsx'
import { useAlertChannels } from '../queries/use-alert-channels.ts'
import styles from './alerts.module.css'
import type { ChannelForm, ChannelProblem } from './channel-draft.ts'

interface ChannelReachProps {
  readonly form: ChannelForm
  readonly isNew: boolean
  errorOf(problem: ChannelProblem): string | undefined
  onChange(changes: Partial<ChannelForm>): void
}

/** Where messages of a channel go: addresses of people, or one of a service, and its key. */
export function ChannelReach({ form, isNew, errorOf, onChange }: ChannelReachProps) {
  const { t } = useLingui()
  const { data } = useAlertChannels()
  const { reach, hasKey, takesLineage = false } = channelKind(form.kind)
  const keyHint = takesLineage
    ? t`Sent as “Authorization: Bearer …”; needs https://.`
    : t`Of an Events API v2 integration.`
  const hints: Readonly<Record<Exclude<AlertChannelKind, 'email' | 'inbox'>, string>> = {
    slack: t`In Slack: Apps → Incoming WebHooks.`,
    teams: t`Of a workflow that posts webhook requests.`,
    pagerduty: t`Change it for another region.`,
    openlineage: t`Of an OpenLineage catalogue. Without a path: /api/v1/lineage.`,
    webhook: t`Receives signed JSON. Saving shows the secret once.`,
  }
  if (reach === 'here') {
    return (
      <p className={styles['quiet']}>
        <Trans>Messages stay in Millrace.</Trans>
      </p>
    )
  }
  if (reach === 'recipients') {
    return (
      <>
        <Field label={t`E-mail addresses`} required error={errorOf('recipients')} hint={t`Separated by commas`}>
          <TextInput
            autoComplete="off"
            value={form.recipients}
            onChange={({ target }) => onChange({ recipients: target.value })}
          />
        </Field>
        {data?.emailAvailable === false && (
          <Callout tone="warning">
            <Trans>This server sends no e-mail: SMTP_URL is not set.</Trans>
          </Callout>
        )}
      </>
    )
  }
  return (
    <>
      {takesLineage && (
        <p className={styles['quiet']}>
          <Trans>Receives tables, columns and their origins, never values.</Trans>
        </p>
      )}
      <Field
        label={t`Address`}
        required
        error={errorOf('url')}
        hint={form.kind === 'email' || form.kind === 'inbox' ? undefined : hints[form.kind]}
      >
        <TextInput
          type="url"
          autoComplete="off"
          value={form.url}
          onChange={({ target }) => onChange({ url: target.value })}
        />
      </Field>
      {hasKey && (
        <Field
          label={takesLineage ? t`API key (optional)` : t`Integration key`}
          required={isNew && hasKey === 'always'}
          error={errorOf('key')}
          hint={isNew ? keyHint : t`Empty: keeps the stored one.`}
        >
          <PasswordInput
            autoComplete="off"
            value={form.key}
            onChange={({ target }) => onChange({ key: target.value })}
          />
        </Field>
      )}
    </>
  )
}
