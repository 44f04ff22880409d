import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState, useSyncExternalStore } from 'react'
import { Button } from '../../kit/button/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Field } from '../../kit/field/field.tsx'
import { PasswordInput } from '../../kit/password-input/password-input.tsx'
import { useServices } from '../../services/services.tsx'

/** Above the page, so that no typed text is lost: after signing in again, the user continues at the same place. */
export function SessionEndedDialog({ onClose }: { onClose(): void }) {
  const { t } = useLingui()
  const { sessionState, signIn, signInWithGoogle, signOut } = useServices()
  const { user } = useSyncExternalStore(sessionState.subscribe, sessionState.get)
  const queryClient = useQueryClient()
  const formId = useId()
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const email = user?.email ?? ''

  const goOn = async (signedIn: Promise<{ readonly ok: boolean }>) => {
    setBusy(true)
    const { ok } = await signedIn
    setBusy(false)
    if (!ok) return
    onClose()
    void queryClient.invalidateQueries()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // In React, a form inside a dialog is also inside the page's forms.
    event.stopPropagation()
    if (password !== '' && !isBusy) void goOn(signIn(email, password))
  }

  return (
    <Dialog
      size="sm"
      title={t`Your session has ended`}
      description={t`This page stays as it is.`}
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={() => void signOut()}>
            <Trans>Sign out</Trans>
          </Button>
          <Button isBusy={isBusy} onClick={() => void goOn(signInWithGoogle())}>
            <Trans>Continue with Google</Trans>
          </Button>
          <Button variant="primary" type="submit" form={formId} isBusy={isBusy}>
            <Trans>Sign in</Trans>
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit}>
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <Field label={t`Password of ${email}`} required>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
