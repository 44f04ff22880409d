import { useLingui } from '@lingui/react/macro'
import { isAt, positionOf, type StepProblem } from '../../../../core/catalog/transformations/transformation-problem.ts'
import {
  linesIn,
  namesIn,
  type Setting,
  type Settings,
  textIn,
} from '../../../../core/catalog/transformations/transformation-settings.ts'
import type { Entity } from '../../../../core/connections/entity.ts'
import { optionLabel } from '../../../catalog/option-label.ts'
import { settingHint, settingLabel } from '../../../i18n/step-type-texts.ts'
import { Field } from '../../../kit/field/field.tsx'
import { Select } from '../../../kit/select/select.tsx'
import { TextInput } from '../../../kit/text-input/text-input.tsx'
import { SqlField } from '../sql/sql-field.tsx'
import type { KnownColumn } from '../sql/sql-language.ts'
import { ConditionField } from './condition/condition-field.tsx'
import { NameInput } from './fields/name-input.tsx'
import styles from './fields/step-setting.module.css'
import { problemText } from './fields/step-texts.ts'
import { NameSuggestion } from './name-suggestion.tsx'
import { StepColumns } from './step-columns.tsx'
import { StepLines } from './step-lines.tsx'

interface StepSettingProps {
  readonly type: string
  readonly setting: Setting
  readonly settings: Settings
  /** The step's input columns; undefined if unknown. */
  readonly columns: readonly string[] | undefined
  /** The same with their types, as far as known. */
  readonly named: readonly KnownColumn[] | undefined
  readonly entities: readonly Entity[] | undefined
  readonly problems: readonly StepProblem[]
  readonly isReadOnly: boolean
  onChange(value: unknown): void
}

/** The input for a setting, and suggestions to correct it. */
export function StepSetting(props: StepSettingProps) {
  const { setting, settings, columns, problems, isReadOnly, onChange } = props
  const own = problems.find((problem) => isAt(problem, { setting: setting.name }))
  return (
    <div className={styles['setting']}>
      <SettingInput {...props} />
      <NameSuggestion
        problem={own}
        value={settings[setting.name]}
        columns={columns}
        isReadOnly={isReadOnly}
        onChange={onChange}
      />
    </div>
  )
}

function SettingInput(props: StepSettingProps) {
  const { i18n } = useLingui()
  const { type, setting, settings, columns, named, entities, problems, isReadOnly, onChange } = props
  const { name } = setting
  const label = settingLabel(i18n, type, name)
  const hint = settingHint(i18n, type, name)
  const own = problems.filter((problem) => isAt(problem, { setting: name }))
  const error = own[0] && problemText(i18n, own[0])
  const other = entities?.find((entity) => entity.name === textIn(settings, 'stream'))
  const otherColumns = other && other.columns.length > 0 ? other.columns.map((column) => column.name) : undefined
  const field = { label, hint, error }

  switch (setting.kind) {
    case 'columns':
    case 'other-columns':
      return (
        <StepColumns
          {...field}
          known={setting.kind === 'columns' ? columns : otherColumns}
          chosen={namesIn(settings, name)}
          problems={own}
          isReadOnly={isReadOnly}
          onChange={onChange}
        />
      )
    case 'lines':
      return (
        <StepLines
          {...field}
          type={type}
          setting={setting}
          lines={linesIn(settings, name)}
          columns={columns}
          named={named}
          otherColumns={otherColumns}
          problems={problems}
          isReadOnly={isReadOnly}
          onChange={onChange}
        />
      )
    case 'number':
      return (
        <Field {...field}>
          <NumberInput value={settings[name]} isReadOnly={isReadOnly} onChange={onChange} />
        </Field>
      )
    case 'choice':
      return (
        <Field {...field}>
          <Select
            value={textIn(settings, name)}
            disabled={isReadOnly}
            options={setting.options.map((option) => ({ value: option, label: optionLabel(i18n, option) }))}
            onChange={({ target }) => onChange(target.value)}
          />
        </Field>
      )
    case 'stream':
      return (
        <Field {...field}>
          <NameInput
            value={textIn(settings, name)}
            known={entities?.map((entity) => entity.name)}
            isReadOnly={isReadOnly}
            onChange={onChange}
          />
        </Field>
      )
    case 'expression':
      return (
        <ConditionField
          {...{ label, hint }}
          value={textIn(settings, name)}
          columns={named}
          problem={own[0]}
          isReadOnly={isReadOnly}
          onChange={onChange}
        />
      )
    case 'query':
      return (
        <Field {...field}>
          <SqlField
            shape="query"
            value={textIn(settings, name)}
            columns={named}
            errorAt={positionOf(own[0])}
            isReadOnly={isReadOnly}
            onChange={onChange}
          />
        </Field>
      )
  }
}

interface NumberInputProps {
  readonly value: unknown
  readonly isReadOnly: boolean
  onChange(value: unknown): void
}

/** Text that is not a number yet stays as typed, so that it can be corrected. */
function NumberInput({ value, isReadOnly, onChange }: NumberInputProps) {
  const shown = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return (
    <TextInput
      inputMode="numeric"
      value={shown}
      readOnly={isReadOnly}
      onChange={({ target }) => onChange(/^\d{1,15}$/.test(target.value) ? Number(target.value) : target.value)}
    />
  )
}
