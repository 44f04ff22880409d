import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Button } from '../kit/button/button.tsx'
import { Callout } from '../kit/callout/callout.tsx'
import { lazyNamed } from '../kit/lazy-named.ts'
import { usePageTitle } from '../routing/use-page-title.ts'
import styles from './auth-form.module.css'
import { EmailPasswordFields } from './email-password-fields.tsx'
import { GoogleButton } from './google-button.tsx'
import { PasswordReset } from './password-reset.tsx'
import { invitationIn } from './return-path.ts'
import { ServerUnreachable } from './server-unreachable.tsx'
import { useCredentialsForm } from './use-credentials-form.ts'

const Invited = lazyNamed(() => import('./invited.tsx'), 'Invited')

export function LoginPage() {
  const { reset } = useSearch({ from: '/auth' })
  return reset ? <PasswordReset /> : <SignIn />
}

function SignIn() {
  const { t } = useLingui()
  usePageTitle(t`Sign in`)
  const { redirect, ended } = useSearch({ from: '/auth' })
  const { values, problems, isBusy, isUnreachable, onChange, suggestEmail, onSubmit } = useCredentialsForm({
    submit: ({ signIn }, { email, password }) => signIn(email, password),
  })

  const invitation = invitationIn(redirect)
  return (
    <>
      <h1 className={styles['heading']}>
        <Trans>Sign in</Trans>
      </h1>
      {ended && <Callout>{t`Your session has ended.`}</Callout>}
      {invitation !== undefined && (
        <Suspense>
          <Invited token={invitation} onEmail={suggestEmail} />
        </Suspense>
      )}
      <form className={styles['form']} noValidate onSubmit={onSubmit}>
        <EmailPasswordFields values={values} problems={problems} onChange={onChange} />
        <Link to="/login" search={{ redirect, reset: true }} className={styles['aside']}>
          <Trans>Forgot your password?</Trans>
        </Link>
        {isUnreachable && <ServerUnreachable />}
        <Button type="submit" variant="primary" size="lg" isBusy={isBusy}>
          <Trans>Sign in</Trans>
        </Button>
      </form>
      <p className={styles['divider']}>
        <Trans>or</Trans>
      </p>
      <GoogleButton />
      <p className={styles['below']}>
        <Trans>
          New here?{' '}
          <Link to="/register" search={{ redirect }}>
            Create an account
          </Link>
        </Trans>
      </p>
    </>
  )
}
