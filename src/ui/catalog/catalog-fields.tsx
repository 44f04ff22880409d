import { useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'

import type { Field as CatalogField } from '../../core/catalog/field.ts'
import { isMask } from '../../core/catalog/mask.ts'
import { Field } from '../kit/field/field.tsx'
import { PasswordInput } from '../kit/password-input/password-input.tsx'
import { Select } from '../kit/select/select.tsx'
import { TextInput } from '../kit/text-input/text-input.tsx'
import { Textarea } from '../kit/textarea/textarea.tsx'
import styles from './catalog-fields.module.css'
import { checkField } from './check-field.ts'
import { fieldLabel } from './field-labels.ts'

export type CatalogValues = Readonly<Record<string, string>>

/** What a form starts with: what is stored, else the catalog's default. Secrets that are stored start empty. */
export const initialValues = (
  fields: readonly CatalogField[],
  stored: Readonly<Record<string, unknown>> = {},
): CatalogValues =>
  Object.fromEntries(
    fields.map((field) => {
      const value = stored[field.name] ?? field.default ?? ''
      return [field.name, field.secret || isMask(value) ? '' : String(value)]
    }),
  )

interface CatalogFieldsProps {
  /** Which part of the form's values the fields fill. */
  readonly part: 'credentials' | 'config'
  readonly fields: readonly CatalogField[]
  /** The values kept on the server: its secrets stay when the person types none. Absent for something new. */
  readonly stored?: Readonly<Record<string, unknown>> | undefined
}

/** Inputs made from rows of the catalog, inside a FormProvider. The one that the URL names has the focus. */
export function CatalogFields({ part, fields, stored }: CatalogFieldsProps) {
  const { t, i18n } = useLingui()
  const { register, getFieldState, formState, getValues, setFocus } = useFormContext()
  const { field: wanted } = useSearch({ strict: false })
  const path = fields.some(({ name }) => name === wanted) ? `${part}.${wanted}` : undefined
  useEffect(() => {
    if (path !== undefined) setFocus(path)
  }, [path, setFocus])

  const hasMoved = (values: CatalogValues): boolean => {
    const shown = initialValues(fields, stored)
    return stored !== undefined && fields.some(({ name, endpoint }) => endpoint && shown[name] !== (values[name] ?? ''))
  }

  return (
    <div className={styles['fields']}>
      {fields.map((field) => {
        const path = `${part}.${field.name}`
        const { error } = getFieldState(path, formState)
        // Another server may mask what we show.
        const keepsStored = stored !== undefined && (field.secret || isMask(stored[field.name]))
        const registration = register(path, {
          validate: (value: unknown) => {
            if (keepsStored && value === '' && !hasMoved(getValues(part))) return true
            return checkField(i18n, field, value)
          },
        })
        return (
          <div key={field.name} className={styles[widthOf(field)]}>
            <Field
              label={i18n._(fieldLabel(field.label))}
              required={!field.optional && !keepsStored}
              error={error?.message}
              {...(keepsStored && {
                hint: t`Leave empty to keep the stored one. Asked for again when the address that it is sent to changes.`,
              })}
            >
              <Control field={field} keepsStored={keepsStored} registration={registration} />
            </Field>
          </div>
        )
      })}
    </div>
  )
}

const widthOf = ({ name, kind }: CatalogField): 'half' | 'narrow' | 'wide' | 'full' => {
  if (kind === 'multiline') return 'full'
  if (kind === 'number') return 'narrow'
  return name === 'host' ? 'wide' : 'half'
}

interface ControlProps {
  readonly field: CatalogField
  readonly keepsStored: boolean
  readonly registration: ReturnType<ReturnType<typeof useFormContext>['register']>
}

function Control({ field, keepsStored, registration }: ControlProps) {
  const placeholder = keepsStored ? '••••••••' : undefined
  switch (field.kind) {
    case 'password':
      return <PasswordInput {...registration} placeholder={placeholder} autoComplete="new-password" />
    case 'multiline':
      return <Textarea {...registration} placeholder={placeholder} spellCheck={false} />
    case 'select':
      return <Select {...registration} options={(field.options ?? []).map((value) => ({ value, label: value }))} />
    case 'number':
      return <TextInput {...registration} inputMode="numeric" autoComplete="off" />
    case 'text':
      return <TextInput {...registration} autoComplete="off" spellCheck={false} />
  }
}
