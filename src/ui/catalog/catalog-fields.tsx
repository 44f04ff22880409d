import { useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { missingCompanions, movedFor } from '../../core/catalog/connections/companion-fields.ts'
import type { Field as CatalogField } from '../../core/catalog/connections/field.ts'
import { isMask } from '../../core/catalog/connections/mask.ts'
import { Field } from '../kit/field/field.tsx'
import { PasswordInput } from '../kit/password-input/password-input.tsx'
import { Select } from '../kit/select/select.tsx'
import { TextInput } from '../kit/text-input/text-input.tsx'
import { Textarea } from '../kit/textarea/textarea.tsx'
import styles from './catalog-fields.module.css'
import { checkField, companionText, requiredText } from './check-field.ts'
import { hintOf } from './field-hints.ts'
import { fieldLabel } from './field-labels.ts'
import { FieldSection } from './field-section.tsx'
import { RemoveStored } from './remove-stored.tsx'
import { isHidden, isStored, submittedValues, withKept } from './submitted-values.ts'
import { useRemoved } from './use-removed.ts'

export type CatalogValues = Readonly<Record<string, string>>

/** The initial values of a form: the stored values, otherwise the catalog's defaults. Stored secrets start empty. */
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
  /** The part of the form's values that the fields fill. */
  readonly part: 'credentials' | 'config'
  readonly fields: readonly CatalogField[]
  /** The stored values: its secrets stay if the user types none. Absent for a new object. */
  readonly stored?: Readonly<Record<string, unknown>> | undefined
  /** How an address begins that may be pasted in place of the host, and then fills the form. */
  readonly scheme?: string | undefined
}

/** Inputs for rows of the catalog, inside a FormProvider. The one in the URL has the focus. */
export function CatalogFields({ part, fields, stored, scheme }: CatalogFieldsProps) {
  const { getFieldState, formState, setFocus } = useFormContext()
  const { field: wanted } = useSearch({ from: '/main/lists' })
  const path = fields.some(({ name }) => name === wanted) ? `${part}.${wanted}` : undefined
  useEffect(() => {
    if (path !== undefined) setFocus(path)
  }, [path, setFocus])

  const input = (field: CatalogField) => (
    <CatalogInput key={field.name} part={part} field={field} fields={fields} stored={stored} scheme={scheme} />
  )
  const isNeeded = ({ name }: CatalogField) =>
    isStored(stored?.[name]) || name === wanted || getFieldState(`${part}.${name}`, formState).invalid
  const groups = [...new Set(fields.flatMap(({ group }) => group ?? []))]
  const open = fields.filter(({ group }) => group === undefined)
  return (
    <div className={styles['parts']}>
      {open.length > 0 && <div className={styles['fields']}>{open.map(input)}</div>}
      {groups.map((group) => {
        const own = fields.filter((field) => field.group === group)
        return (
          <FieldSection key={group} group={group} isNeeded={own.some(isNeeded)}>
            <div className={styles['fields']}>{own.map(input)}</div>
          </FieldSection>
        )
      })}
    </div>
  )
}

interface CatalogInputProps extends CatalogFieldsProps {
  readonly field: CatalogField
}

function CatalogInput({ part, field, fields, stored, scheme }: CatalogInputProps) {
  const { t, i18n } = useLingui()
  const { register, getFieldState, formState, getValues } = useFormContext()
  const { isRemoved } = useRemoved(field.name)
  const path = `${part}.${field.name}`
  const { error } = getFieldState(path, formState)
  const isKeepable = isHidden(field, stored) || (stored !== undefined && field.secret && !field.optional)
  const validate = (value: unknown) => {
    const removed = getValues('removed') as readonly string[] | undefined
    const values = submittedValues(fields, { values: getValues(part) as CatalogValues, removed }, stored)
    const isKept = isKeepable && value === '' && !removed?.includes(field.name)
    if (isKept && !field.secret) return true
    const moved = movedFor(field, { fields, stored: initialValues(fields, stored), changed: values })
    if (isKept && !moved) return true
    const missing = missingCompanions(fields, withKept(fields, { values, removed }, stored)).find(
      ({ field: { name } }) => name === field.name,
    )
    if (missing) return companionText(i18n, missing)
    if (isKept && values[field.belongsTo ?? ''] !== '') return requiredText(i18n, field)
    return checkField(i18n, field, value)
  }
  const registration = register(path, { validate })
  return (
    <div className={styles[widthOf(field)]}>
      <Field
        label={i18n._(fieldLabel(field.label))}
        required={!field.optional && !isKeepable}
        error={error?.message}
        hint={isKeepable && !isRemoved ? t`Empty: unchanged. A new address needs it again.` : hintOf(i18n, field)}
      >
        <Control
          field={field}
          keepsStored={isKeepable && !isRemoved}
          pasted={field.name === 'host' && scheme !== undefined ? t`or paste ${scheme}…` : undefined}
          registration={registration}
        />
      </Field>
      {/* A field that others require is shown with them. */}
      {isHidden(field, stored) && field.optional && field.neededThere !== true && (
        <RemoveStored part={part} field={field} />
      )}
    </div>
  )
}

const widthOf = ({ kind, format, endpoint }: CatalogField): 'half' | 'narrow' | 'wide' | 'full' => {
  if (kind === 'multiline' || format === 'host-key') return 'full'
  // Beside the host.
  if (kind === 'number' && endpoint) return 'narrow'
  return format === 'host' ? 'wide' : 'half'
}

interface ControlProps {
  readonly field: CatalogField
  readonly keepsStored: boolean
  /** What may be pasted here. */
  readonly pasted: string | undefined
  readonly registration: ReturnType<ReturnType<typeof useFormContext>['register']>
}

function Control({ field, keepsStored, pasted, registration }: ControlProps) {
  const placeholder = keepsStored ? '••••••••' : field.whenEmpty === undefined ? undefined : String(field.whenEmpty)
  switch (field.kind) {
    case 'password':
      return <PasswordInput {...registration} placeholder={placeholder} autoComplete="new-password" />
    case 'multiline':
      return <Textarea {...registration} placeholder={placeholder} spellCheck={false} />
    case 'select':
      return (
        <Select
          {...registration}
          placeholder={placeholder}
          options={(field.options ?? [])
            // Selected by leaving it empty.
            .filter((value) => value !== field.whenEmpty)
            .map((value) => ({ value, label: value }))}
        />
      )
    case 'number':
      return <TextInput {...registration} inputMode="numeric" autoComplete="off" />
    case 'text':
      return <TextInput {...registration} placeholder={pasted} autoComplete="off" spellCheck={false} />
  }
}
