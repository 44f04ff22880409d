import { useLingui } from '@lingui/react/macro'

import {
  isPattern,
  type Literal,
  MISSING,
  type Operator,
} from '../../../../../core/transformations/condition/condition.ts'
import { literalOf, type ValueKind } from '../../../../../core/transformations/condition/value-kind.ts'
import { Field } from '../../../../kit/field/field.tsx'
import { Select } from '../../../../kit/select/select.tsx'
import { TextInput } from '../../../../kit/text-input/text-input.tsx'
import { Textarea } from '../../../../kit/textarea/textarea.tsx'
import styles from '../fields/step-setting.module.css'

interface RuleValuesProps {
  readonly operator: Operator
  /** The type of the column. */
  readonly kind: ValueKind
  readonly values: readonly Literal[]
  readonly showsGaps: boolean
  readonly isReadOnly: boolean
  onChange(values: readonly Literal[]): void
}

/** The values of the comparison: as many inputs as the operator needs, for values of the column's type. */
export function RuleValues({ operator, values, ...props }: RuleValuesProps) {
  const { t } = useLingui()
  const { onChange } = props
  if (operator === 'one-of' || operator === 'none-of') return <ListInput {...props} values={values} />
  const kind = isPattern(operator) ? 'text' : props.kind
  const labels = operator === 'between' ? [t`Lower limit`, t`Upper limit`] : [t`Value`]
  const isAlone = operator !== 'between'
  return values.map((literal, index) => (
    <div key={labels[index]} {...(isAlone && { className: styles['wide'] })}>
      <ValueInput
        {...props}
        label={labels[index] ?? ''}
        kind={kind}
        literal={literal}
        onChange={(next) => onChange(values.map((other, at) => (at === index ? next : other)))}
      />
    </div>
  ))
}

interface ValueInputProps extends Pick<RuleValuesProps, 'kind' | 'showsGaps' | 'isReadOnly'> {
  readonly label: string
  readonly literal: Literal
  onChange(literal: Literal): void
}

function ValueInput({ label, kind, literal, showsGaps, isReadOnly, onChange }: ValueInputProps) {
  const { t } = useLingui()
  const error = useValueError(kind, [literal], showsGaps)
  const { text } = literal
  if (kind === 'boolean' && (literal.kind === 'boolean' || literal.kind === 'missing')) {
    return (
      <Field label={label} error={error}>
        <Select
          value={text}
          disabled={isReadOnly}
          placeholder={t`Choose…`}
          options={[
            { value: 'true', label: t`Yes` },
            { value: 'false', label: t`No` },
          ]}
          onChange={({ target }) => onChange(literalOf(kind, target.value))}
        />
      </Field>
    )
  }
  // The picker supports only whole days.
  const isDay = kind === 'date' && /^(\d{4}-\d{2}-\d{2})?$/.test(text)
  return (
    <Field label={label} error={error}>
      <TextInput
        {...(isDay && { type: 'date' })}
        {...(kind === 'number' && { inputMode: 'decimal' })}
        {...(kind === 'moment' && { placeholder: '2026-01-31 14:30' })}
        spellCheck={false}
        value={text}
        readOnly={isReadOnly}
        onChange={({ target }) => onChange(literalOf(kind, target.value))}
      />
    </Field>
  )
}

type ListInputProps = Omit<RuleValuesProps, 'operator'>

function ListInput({ kind, values, showsGaps, isReadOnly, onChange }: ListInputProps) {
  const { t } = useLingui()
  const error = useValueError(kind, values, showsGaps)
  const filled = values.filter((literal) => literal.kind !== 'missing')
  return (
    <div className={styles['wide']}>
      <Field label={t`Values`} hint={t`One in each line`} error={error}>
        <Textarea
          rows={3}
          spellCheck={false}
          value={values.map(({ text }) => text).join('\n')}
          readOnly={isReadOnly}
          onChange={({ target }) => onChange(target.value.split('\n').map((line) => literalOf(kind, line)))}
          // An empty last line is not a value.
          onBlur={() => filled.length < values.length && onChange(filled.length > 0 ? filled : [MISSING])}
        />
      </Field>
    </div>
  )
}

function useValueError(kind: ValueKind, values: readonly Literal[], showsGaps: boolean): string | undefined {
  const { t } = useLingui()
  if (showsGaps && values.some((literal) => literal.kind === 'missing')) return t`Fill this in`
  const isOther = kind === 'number' && values.some((literal) => literal.kind === 'text')
  return isOther ? t`A number, such as 12.5` : undefined
}
