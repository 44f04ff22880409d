import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import type { CodeFault } from '../../../core/code/code-plan.ts'
import { Button } from '../../kit/button/button.tsx'
import { Field } from '../../kit/field/field.tsx'
import { PasswordInput } from '../../kit/password-input/password-input.tsx'
import styles from './code.module.css'

interface SecretFieldsProps {
  readonly faults: readonly CodeFault[]
  onEnter(secrets: Readonly<Record<string, string>>): void
}

/** The secrets that the files name and nobody has stored yet. */
export function SecretFields({ faults, onEnter }: SecretFieldsProps) {
  const { t } = useLingui()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const needed = [...new Set(faults.flatMap(({ secret }) => secret ?? []))]
  if (needed.length === 0) return null
  const entered = Object.fromEntries(needed.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))
  return (
    <form
      className={styles['secrets']}
      onSubmit={(event) => {
        event.preventDefault()
        onEnter(entered)
      }}
    >
      {needed.map((name) => (
        <Field key={name} label={name}>
          <PasswordInput
            value={values[name] ?? ''}
            onChange={({ target }) => setValues({ ...values, [name]: target.value })}
          />
        </Field>
      ))}
      <div>
        <Button type="submit" disabledReason={Object.keys(entered).length === 0 ? t`Enter a secret` : undefined}>
          <Trans>Use these secrets</Trans>
        </Button>
      </div>
    </form>
  )
}
