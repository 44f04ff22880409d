import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Button } from '../kit/button/button.tsx'
import { lazyNamed } from '../kit/lazy-named.ts'
import { usePageTitle } from '../routing/use-page-title.ts'
import styles from './auth-form.module.css'
import { EmailPasswordFields } from './email-password-fields.tsx'
import { GoogleButton } from './google-button.tsx'
import { invitationIn } from './return-path.ts'
import { ServerUnreachable } from './server-unreachable.tsx'
import { useCredentialsForm } from './use-credentials-form.ts'

const Invited = lazyNamed(() => import('./invited.tsx'), 'Invited')

export function RegisterPage() {
  const { t } = useLingui()
  usePageTitle(t`Create an account`)
  const { redirect } = useSearch({ from: '/auth' })
  const { values, problems, isBusy, isUnreachable, onChange, suggestEmail, onSubmit } = useCredentialsForm({
    submit: ({ signUp }, { email, password }) => signUp(email, password),
  })

  const invitation = invitationIn(redirect)
  return (
    <>
      <h1 className={styles['heading']}>
        <Trans>Create an account</Trans>
      </h1>
      {invitation !== undefined && (
        <Suspense>
          <Invited token={invitation} onEmail={suggestEmail} />
        </Suspense>
      )}
      <form className={styles['form']} noValidate onSubmit={onSubmit}>
        <EmailPasswordFields values={values} problems={problems} isNewPassword onChange={onChange} />
        {isUnreachable && <ServerUnreachable />}
        <Button type="submit" variant="primary" size="lg" isBusy={isBusy}>
          <Trans>Create account</Trans>
        </Button>
      </form>
      <p className={styles['divider']}>
        <Trans>or</Trans>
      </p>
      <GoogleButton />
      <p className={styles['below']}>
        <Trans>
          Already have an account?{' '}
          <Link to="/login" search={{ redirect }}>
            Sign in
          </Link>
        </Trans>
      </p>
    </>
  )
}
