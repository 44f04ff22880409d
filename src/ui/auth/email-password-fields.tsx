import { useLingui } from '@lingui/react/macro'

import { Field } from '../kit/field/field.tsx'
import { PasswordInput } from '../kit/password-input/password-input.tsx'
import { TextInput } from '../kit/text-input/text-input.tsx'
import type { CredentialProblems, Credentials } from './use-credentials-form.ts'

interface EmailPasswordFieldsProps {
  readonly values: Credentials
  readonly problems: CredentialProblems
  readonly isNewPassword?: boolean
  onChange(change: Partial<Credentials>): void
}

export function EmailPasswordFields({ values, problems, isNewPassword = false, onChange }: EmailPasswordFieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <EmailField value={values.email} problem={problems.email} onChange={(email) => onChange({ email })} />
      <Field
        label={t`Password`}
        required
        error={problems.password}
        {...(isNewPassword && { hint: t`At least 8 characters.` })}
      >
        <PasswordInput
          name="password"
          autoComplete={isNewPassword ? 'new-password' : 'current-password'}
          value={values.password}
          onChange={(event) => onChange({ password: event.target.value })}
        />
      </Field>
    </>
  )
}

interface EmailFieldProps {
  readonly value: string
  readonly problem: string | undefined
  onChange(email: string): void
}

export function EmailField({ value, problem, onChange }: EmailFieldProps) {
  const { t } = useLingui()
  return (
    <Field label={t`Email`} required error={problem}>
      <TextInput
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
