import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearch } from '@tanstack/react-router'
import { Button } from '../kit/button/button.tsx'
import { usePageTitle } from '../routing/use-page-title.ts'
import { useDeployment } from '../services/deployment.tsx'
import styles from './auth-form.module.css'
import { EmailField } from './email-password-fields.tsx'
import { ServerUnreachable } from './server-unreachable.tsx'
import { useCredentialsForm } from './use-credentials-form.ts'

export function PasswordReset() {
  const { t } = useLingui()
  usePageTitle(t`Reset your password`)
  const { isLocal } = useDeployment()
  const { redirect } = useSearch({ from: '/auth' })
  const { values, problems, isBusy, isUnreachable, onChange, onSubmit } = useCredentialsForm({
    needsPassword: false,
    submit: ({ sendPasswordReset }, { email }) => sendPasswordReset(email),
  })

  return (
    <>
      <h1 className={styles['heading']}>
        <Trans>Reset your password</Trans>
      </h1>
      <p className={styles['lead']}>
        {isLocal ? (
          <Trans>This machine sends no e-mail. The link is in Millrace’s log.</Trans>
        ) : (
          <Trans>We send a link to set a new one.</Trans>
        )}
      </p>
      <form className={styles['form']} noValidate onSubmit={onSubmit}>
        <EmailField value={values.email} problem={problems.email} onChange={(email) => onChange({ email })} />
        {isUnreachable && <ServerUnreachable />}
        <Button type="submit" variant="primary" size="lg" isBusy={isBusy}>
          <Trans>Send reset link</Trans>
        </Button>
      </form>
      <p className={styles['below']}>
        <Link to="/login" search={{ redirect }}>
          <Trans>Back to sign in</Trans>
        </Link>
      </p>
    </>
  )
}
