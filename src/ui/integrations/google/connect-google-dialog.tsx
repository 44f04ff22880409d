import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { useForm } from 'react-hook-form'

import { INTEGRATION_TYPES } from '../../../core/catalog/connections/integration-types.ts'
import type { Integration } from '../../../core/integrations/integration.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { SandboxNotice } from '../../catalog/sandbox-notice.tsx'
import { errorText } from '../../errors/error-text.ts'
import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { LeaveButton } from '../../kit/dialog/leave-button.tsx'
import { Field } from '../../kit/field/field.tsx'
import { Stack } from '../../kit/page/page.tsx'
import { TextInput } from '../../kit/text-input/text-input.tsx'
import { type ConsentState, useGoogleConsent } from './use-google-consent.ts'
import { useOutcomeText } from './use-outcome-text.ts'

interface ConnectGoogleDialogProps {
  /** The integration that gets a new consent; absent for a new integration, which gets a name first. */
  readonly integration?: Integration
  onClose(): void
}

/** Opens Google's consent page. */
export function ConnectGoogleDialog({ integration, onClose }: ConnectGoogleDialogProps) {
  const { t } = useLingui()
  const formId = useId()
  const disabledReason = useDisabledReason('integration.write')
  const { state, connect } = useGoogleConsent()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name: 'Google' } })
  const isConnected = state.step === 'over' && state.outcome === 'connected'
  return (
    <Dialog
      title={integration ? t`Connect ${integration.name} again` : t`Connect Google`}
      description={t`In Google’s window, only for spreadsheets.`}
      onClose={onClose}
      footer={
        isConnected ? (
          <Button variant="primary" onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        ) : (
          <>
            <LeaveButton />
            <Button
              type="submit"
              form={formId}
              variant="primary"
              isBusy={state.step === 'starting'}
              disabledReason={disabledReason}
            >
              {state.step === 'waiting' ? <Trans>Open the window again</Trans> : <Trans>Connect Google</Trans>}
            </Button>
          </>
        )
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) =>
          void handleSubmit(({ name }) =>
            connect(integration ? { integrationId: integration.id } : { name: name.trim() }),
          )(event)
        }
      >
        <Stack>
          <SandboxNotice type="google_oauth" label={INTEGRATION_TYPES.google_oauth.label} />
          {!isConnected && !integration && (
            <Field label={t`Connection name`} required error={formState.errors.name?.message}>
              <TextInput
                {...register('name', { validate: (name) => name.trim() !== '' || t`Connection name is required` })}
                autoComplete="off"
                maxLength={200}
              />
            </Field>
          )}
          <Standing state={state} />
        </Stack>
      </form>
    </Dialog>
  )
}

/** The progress, and the error. */
function Standing({ state }: { state: ConsentState }) {
  const { i18n } = useLingui()
  const outcomeText = useOutcomeText()
  switch (state.step) {
    case 'idle':
    case 'starting':
      return null
    case 'waiting':
      return (
        <Callout tone="accent" title={<Trans>Waiting for Google</Trans>}>
          <Trans>Finish in the window that opened.</Trans>
        </Callout>
      )
    case 'blocked':
      return (
        <Callout tone="warning" title={<Trans>The window was blocked</Trans>}>
          <Trans>Allow pop-ups for this site, then try again.</Trans>
        </Callout>
      )
    case 'not-offered':
      return (
        <Callout title={<Trans>Google is not set up on this server</Trans>}>
          <Trans>Its operator must register it with Google.</Trans>
        </Callout>
      )
    case 'not-started':
      return (
        <Callout tone="danger" title={<Trans>Connecting could not be started</Trans>}>
          {errorText(i18n, state.error)}
        </Callout>
      )
    case 'over': {
      const { tone, title, text } = outcomeText(state.outcome)
      return (
        <Callout tone={tone} title={title}>
          {text}
        </Callout>
      )
    }
  }
}
