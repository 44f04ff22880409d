import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { defined } from '../../core/catalog/defined.ts'
import type { Ownership } from '../../core/profile/profile.ts'
import { ErrorState } from '../errors/error-state.tsx'
import { errorText } from '../errors/error-text.ts'
import { Callout } from '../kit/callout/callout.tsx'
import { ConsequenceList } from '../kit/consequence-list/consequence-list.tsx'
import { AlertDialog } from '../kit/dialog/alert-dialog.tsx'
import { Field } from '../kit/field/field.tsx'
import { Stack } from '../kit/page/page.tsx'
import { PasswordInput } from '../kit/password-input/password-input.tsx'
import { SkeletonRows } from '../kit/skeleton/skeleton.tsx'
import { OwnedOrganization } from './owned-organization.tsx'
import { useAccount, useDeleteAccount, useOwnerships } from './use-account.ts'

/** Shows the consequence for each organization, and asks for the names of those that would be deleted too. */
export function DeleteAccountDialog({ onClose }: { onClose(): void }) {
  const { t } = useLingui()
  const { data: ownerships, isPending, isError, error, refetch } = useOwnerships()
  if (ownerships) return <Confirmation ownerships={ownerships} onClose={onClose} />
  return (
    <AlertDialog
      title={<Trans>Delete your account?</Trans>}
      description={t`This cannot be undone.`}
      confirmLabel={t`Delete account`}
      disabledReason={isPending ? t`Loading your organizations…` : t`Your organizations could not be loaded`}
      onConfirm={() => undefined}
      onCancel={onClose}
    >
      {isError ? (
        <ErrorState
          title={<Trans>Your organizations could not be loaded</Trans>}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows count={2} />
      )}
    </AlertDialog>
  )
}

interface ConfirmationProps {
  readonly ownerships: readonly Ownership[]
  onClose(): void
}

function Confirmation({ ownerships, onClose }: ConfirmationProps) {
  const { t, i18n } = useLingui()
  const formId = useId()
  const { email, hasPassword } = useAccount()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [password, setPassword] = useState('')
  const { mutate: remove, isPending, error } = useDeleteAccount()

  const owned = ownerships.filter(({ soleOwner }) => soleOwner)
  const left = ownerships.filter(({ soleOwner }) => !soleOwner)
  const unnamed = owned.find(({ id, name }) => typed[id]?.trim() !== name)
  const unnamedName = unnamed?.name ?? ''
  const reason = unnamed
    ? t`Type ${unnamedName} first, or hand it over`
    : hasPassword && password === ''
      ? t`Enter your password first`
      : undefined

  const confirm = () => {
    if (isPending || reason !== undefined) return
    remove(defined({ organizationIds: owned.map(({ id }) => id), password: hasPassword ? password : undefined }))
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    confirm()
  }
  return (
    <AlertDialog
      title={<Trans>Delete your account?</Trans>}
      description={t`This cannot be undone.`}
      confirmLabel={hasPassword ? t`Delete account` : t`Confirm with Google and delete`}
      isBusy={isPending}
      disabledReason={reason}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <form id={formId} onSubmit={onSubmit}>
        <Stack>
          <ConsequenceList
            items={[
              t`Your name, picture and sign-in are deleted.`,
              ...left.map(({ name }) => t`You leave ${name}. Its audit log keeps your actions, without your name.`),
            ]}
          />
          {owned.map((organization) => (
            <OwnedOrganization
              key={organization.id}
              organization={organization}
              typed={typed[organization.id] ?? ''}
              onType={(name) => setTyped({ ...typed, [organization.id]: name })}
            />
          ))}
          {hasPassword && (
            <>
              <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
              <Field label={t`Password of ${email}`} required>
                <PasswordInput
                  name="password"
                  autoComplete="current-password"
                  value={password}
                  onChange={(event) => setPassword(event.target.value)}
                />
              </Field>
            </>
          )}
          {error && (
            <Callout tone="danger" title={<Trans>Your account is not deleted</Trans>}>
              {errorText(i18n, error)}
            </Callout>
          )}
          <button type="submit" hidden />
        </Stack>
      </form>
    </AlertDialog>
  )
}
