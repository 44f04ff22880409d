import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { Services } from '../services/services.tsx'
import { useSignedInApp } from '../services/signed-in-app-source.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

export type CredentialProblems = { readonly [Name in keyof Credentials]?: string }

interface Options {
  readonly needsPassword?: boolean
  submit(services: Services, credentials: Credentials): Promise<unknown>
}

/** The few fields of sign-in, without the form library: these pages are the first that anyone loads. */
export function useCredentialsForm({ needsPassword = true, submit }: Options) {
  const { t } = useLingui()
  const signedInApp = useSignedInApp()
  const [values, setValues] = useState<Credentials>({ email: '', password: '' })
  const [wasSubmitted, setSubmitted] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [isUnreachable, setUnreachable] = useState(false)

  const problems: CredentialProblems = {
    ...(values.email.trim() === '' && { email: t`Email is required` }),
    ...(needsPassword && values.password === '' && { password: t`Password is required` }),
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (isBusy || Object.keys(problems).length > 0) return
    setBusy(true)
    setUnreachable(false)
    // Refusals are told by a notice; what is thrown is that the code which signs in did not arrive.
    void signedInApp
      .load()
      .then(({ services }) => submit(services, { email: values.email.trim(), password: values.password }))
      .catch(() => setUnreachable(true))
      .finally(() => setBusy(false))
  }

  return {
    values,
    problems: wasSubmitted ? problems : {},
    isBusy,
    isUnreachable,
    onChange: (change: Partial<Credentials>) => {
      setValues({ ...values, ...change })
      // What signing in needs arrives while they type; if it does not, submitting tells.
      signedInApp.load().catch(() => undefined)
    },
    onSubmit,
  }
}
