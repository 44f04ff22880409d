import { Field } from '../../../kit/field/field.tsx'
import { Select } from '../../../kit/select/select.tsx'

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly hint?: string | undefined
  readonly value: Value
  readonly isOff: boolean
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  onChoose(value: Value): void
}

/** A setting with a few named values. */
export const Choice = <Value extends string>({ label, hint, value, isOff, options, onChoose }: ChoiceProps<Value>) => (
  <Field label={label} hint={hint}>
    <Select
      value={value}
      disabled={isOff}
      options={options}
      onChange={({ target }) => onChoose(target.value as Value)}
    />
  </Field>
)
