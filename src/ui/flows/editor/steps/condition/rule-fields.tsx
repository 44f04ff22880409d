import { Trans, useLingui } from '@lingui/react/macro'
import { Trash2 } from 'lucide'

import { isPattern, type Operator, type Rule } from '../../../../../core/transformations/condition/condition.ts'
import {
  operatorsOf,
  valueKindOf,
  withColumn,
  withOperator,
} from '../../../../../core/transformations/condition/value-kind.ts'
import { Checkbox } from '../../../../kit/checkbox/checkbox.tsx'
import { Field } from '../../../../kit/field/field.tsx'
import { IconButton } from '../../../../kit/icon-button/icon-button.tsx'
import { Select } from '../../../../kit/select/select.tsx'
import type { KnownColumn } from '../../sql/sql-language.ts'
import { NameInput } from '../fields/name-input.tsx'
import styles from '../fields/step-setting.module.css'
import { operatorLabel } from './condition-texts.ts'
import { RuleValues } from './rule-values.tsx'

interface RuleFieldsProps {
  /** The number for people, after that of its group: `2`, or `2.1`. */
  readonly place: string
  readonly rule: Rule
  readonly columns: readonly KnownColumn[] | undefined
  /** Missing values are shown as errors. */
  readonly showsGaps: boolean
  readonly isReadOnly: boolean
  onChange(rule: Rule): void
  readonly onRemove: (() => void) | undefined
}

/** One rule: a column, an operator, values. */
export function RuleFields({ place, rule, columns, showsGaps, isReadOnly, onChange, onRemove }: RuleFieldsProps) {
  const { t, i18n } = useLingui()
  const { operator, values, ignoresCase } = rule
  const find = (name: string) =>
    columns?.find((column) => column.name === name) ??
    columns?.find((column) => column.name.toLowerCase() === name.toLowerCase())
  const column = find(rule.column)
  const kind = valueKindOf(column?.type)
  const usual = operatorsOf(kind)
  const operators = usual.includes(operator) ? usual : [...usual, operator]
  return (
    <fieldset className={styles['line']} aria-label={t`Rule ${place}`}>
      <div className={styles['cells']}>
        <Field label={t`Column`} error={showsGaps && rule.column === '' ? t`Fill this in` : undefined}>
          <NameInput
            value={column?.name ?? rule.column}
            known={columns?.map(({ name }) => name)}
            isReadOnly={isReadOnly}
            onChange={(name) => onChange(withColumn(rule, name, valueKindOf(find(name)?.type)))}
          />
        </Field>
        <Field label={t`Comparison`}>
          <Select
            value={operator}
            disabled={isReadOnly}
            options={operators.map((name) => ({ value: name, label: operatorLabel(i18n, name, kind) }))}
            onChange={({ target }) => onChange(withOperator(rule, target.value as Operator, kind))}
          />
        </Field>
        <RuleValues
          {...{ operator, kind, values, showsGaps, isReadOnly }}
          onChange={(next) => onChange({ ...rule, values: next })}
        />
      </div>
      {isPattern(operator) && (
        <Checkbox
          label={<Trans>Ignore upper and lower case</Trans>}
          checked={ignoresCase}
          disabled={isReadOnly}
          onChange={(isOn) => onChange({ ...rule, ignoresCase: isOn })}
        />
      )}
      {!isReadOnly && onRemove && (
        <div className={styles['lineEnd']}>
          <IconButton icon={Trash2} size="xs" label={t`Remove rule ${place}`} onClick={onRemove} />
        </div>
      )}
    </fieldset>
  )
}
