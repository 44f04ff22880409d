import { createContext, type ReactNode, use, useId } from 'react'

import styles from './field.module.css'

interface FieldControl {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
  readonly 'aria-required': true | undefined
}

const Context = createContext<FieldControl | null>(null)

/** Props for the control inside a Field, which connect it with label, hint and error. */
export const useFieldControl = (): Partial<FieldControl> => use(Context) ?? {}

interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly required?: boolean | undefined
  readonly children: ReactNode
}

export function Field({ label, hint, error, required = false, children }: FieldProps) {
  const id = useId()
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  const control: FieldControl = {
    id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  }
  return (
    <div className={styles['field']}>
      <label className={styles['label']} id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <Context value={control}>{children}</Context>
      {error && (
        <p className={styles['error']} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p className={styles['hint']} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
