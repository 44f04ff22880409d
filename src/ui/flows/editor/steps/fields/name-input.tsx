import { useLingui } from '@lingui/react/macro'

import { Select } from '../../../../kit/select/select.tsx'
import { TextInput } from '../../../../kit/text-input/text-input.tsx'

interface NameInputProps {
  readonly value: string
  /** Undefined: typed by the user. */
  readonly known: readonly string[] | undefined
  readonly isReadOnly: boolean
  onChange(value: string): void
}

/** A name from a list, or typed if the list is unknown; a stored name that is no longer in the list stays visible. */
export function NameInput({ value, known, isReadOnly, onChange }: NameInputProps) {
  const { t } = useLingui()
  const shared = {
    value,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
  }
  if (!known) return <TextInput {...shared} spellCheck={false} readOnly={isReadOnly} />
  const names = value === '' || known.includes(value) ? known : [value, ...known]
  return (
    <Select
      {...shared}
      disabled={isReadOnly}
      placeholder={t`Choose…`}
      options={names.map((name) => ({ value: name, label: name }))}
    />
  )
}
