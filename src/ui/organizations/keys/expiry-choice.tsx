import { useLingui } from '@lingui/react/macro'

import { KEY_DAYS } from '../../../core/catalog/service-keys.ts'
import { Field } from '../../kit/field/field.tsx'
import { Select } from '../../kit/select/select.tsx'

interface ExpiryChoiceProps {
  /** Absent: until it is revoked. */
  readonly value: number | undefined
  onChange(days: number | undefined): void
}

export function ExpiryChoice({ value, onChange }: ExpiryChoiceProps) {
  const { t } = useLingui()
  const options = [
    ...KEY_DAYS.map((days) => ({ value: String(days), label: t`${days} days` })),
    { value: 'never', label: t`Until it is revoked` },
  ]
  return (
    <Field label={t`Valid for`}>
      <Select
        value={value === undefined ? 'never' : String(value)}
        options={options}
        onChange={({ target }) => onChange(KEY_DAYS.find((days) => String(days) === target.value))}
      />
    </Field>
  )
}
