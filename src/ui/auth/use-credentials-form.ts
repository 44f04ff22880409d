import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { defined } from '../../core/catalog/defined.ts'
import { isEmailAddress } from '../../core/catalog/email-address.ts'
import { type IdentityCode, isWrongCredential } from '../../core/catalog/identity-code.ts'
import type { Failure } from '../../core/failure.ts'
import type { Result } from '../../core/result.ts'
import type { Services } from '../../core/services/services.ts'
import { useSignedInApp } from '../services/signed-in-app-source.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

export type CredentialProblems = { readonly [Name in keyof Credentials]?: string }

interface Options {
  readonly needsPassword?: boolean
  submit(services: Services, credentials: Credentials): Promise<Result<unknown>>
}

/** The few fields of sign-in, without the form library, because these pages are the first that anybody loads. */
export function useCredentialsForm({ needsPassword = true, submit }: Options) {
  const { t } = useLingui()
  const signedInApp = useSignedInApp()
  const refusedFields = useRefusedFields()
  const [values, setValues] = useState<Credentials>({ email: '', password: '' })
  const [wasSubmitted, setSubmitted] = useState(false)
  const [refused, setRefused] = useState<CredentialProblems>({})
  const [isBusy, setBusy] = useState(false)
  const [isUnreachable, setUnreachable] = useState(false)

  const email = values.email.trim()
  const problems: CredentialProblems = {
    ...defined({ email: email === '' ? t`Email is required` : undefined }),
    ...defined({
      email: email !== '' && !isEmailAddress(email) ? t`Enter an e-mail address` : undefined,
      password: needsPassword && values.password === '' ? t`Password is required` : undefined,
    }),
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (isBusy || Object.keys(problems).length > 0) return
    setBusy(true)
    setUnreachable(false)
    setRefused({})
    // Refusals are shown at their field and in a notice; a thrown error means that the code for signing in could not be loaded.
    void signedInApp
      .load()
      .then(({ services }) => submit(services, { email, password: values.password }))
      .then((answer) => setRefused(answer.ok ? {} : refusedFields(answer.failure)))
      .catch(() => setUnreachable(true))
      .finally(() => setBusy(false))
  }

  return {
    values,
    problems: wasSubmitted ? { ...refused, ...problems } : {},
    isBusy,
    isUnreachable,
    onChange: (change: Partial<Credentials>) => {
      // A suggested address may have come since the last look at the values.
      setValues((typed) => ({ ...typed, ...change }))
      // It is unknown which of both is wrong, so a change of either clears the error.
      setRefused({})
      // The code for signing in loads while the user types; if that fails, the submit reports it.
      signedInApp.load().catch(() => undefined)
    },
    /** A prefilled address. */
    suggestEmail: (suggested: string) =>
      setValues((typed) => (typed.email === '' ? { ...typed, email: suggested } : typed)),
    onSubmit,
  }
}

/** The identity provider's refusal, at the field that fixes it; the toast of spec §8 shows it too. */
function useRefusedFields(): (failure: Failure) => CredentialProblems {
  const { t } = useLingui()
  const problems: { readonly [Code in IdentityCode]?: CredentialProblems } = {
    'email-already-in-use': { email: t`This account exists. Sign in instead.` },
    'invalid-email': { email: t`Enter an e-mail address` },
    'user-disabled': { email: t`This account is disabled.` },
    'weak-password': { password: t`At least 8 characters, no common password.` },
    'too-many-requests': { password: t`Too many attempts. Try again in some minutes.` },
  }
  return (failure) => {
    if (failure.kind !== 'identity') return {}
    // At the password for both, so that nobody can find out which addresses have an account.
    if (isWrongCredential(failure.code)) return { password: t`The address or this password is wrong.` }
    return problems[failure.code] ?? {}
  }
}
