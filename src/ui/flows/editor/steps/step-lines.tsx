import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, Trash2 } from 'lucide'
import { isAt, positionOf, type StepProblem } from '../../../../core/catalog/transformations/transformation-problem.ts'
import {
  type Cell,
  emptyLine,
  type Line,
  type Setting,
} from '../../../../core/catalog/transformations/transformation-settings.ts'
import { optionLabel } from '../../../catalog/option-label.ts'
import { settingLabel } from '../../../i18n/step-type-texts.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Field } from '../../../kit/field/field.tsx'
import { IconButton } from '../../../kit/icon-button/icon-button.tsx'
import { Select } from '../../../kit/select/select.tsx'
import { TextInput } from '../../../kit/text-input/text-input.tsx'
import { SqlField } from '../sql/sql-field.tsx'
import type { KnownColumn } from '../sql/sql-language.ts'
import { NameInput } from './fields/name-input.tsx'
import styles from './fields/step-setting.module.css'
import { problemText } from './fields/step-texts.ts'
import { NameSuggestion } from './name-suggestion.tsx'

interface Names {
  /** Undefined: typed by the user. */
  readonly columns: readonly string[] | undefined
  /** Names for expressions, with types as far as known. */
  readonly named: readonly KnownColumn[] | undefined
  readonly otherColumns: readonly string[] | undefined
}

interface StepLinesProps extends Names {
  readonly label: string
  readonly hint: string | undefined
  readonly error: string | undefined
  readonly type: string
  readonly setting: Extract<Setting, { readonly kind: 'lines' }>
  readonly lines: readonly Line[]
  readonly problems: readonly StepProblem[]
  readonly isReadOnly: boolean
  onChange(lines: readonly Line[]): void
}

/** A list whose lines are small forms: columns with new names, measures, an order. */
export function StepLines({ label, hint, error, type, setting, lines, problems, isReadOnly, ...rest }: StepLinesProps) {
  const { t, i18n } = useLingui()
  const { onChange, ...names } = rest
  const put = (index: number, cell: string, value: string) =>
    onChange(lines.map((line, at) => (at === index ? { ...line, [cell]: value } : line)))
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['legend']}>{label}</legend>
      {hint && <p className={styles['hint']}>{hint}</p>}
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and their inputs have no state.
        <fieldset key={index} className={styles['line']} aria-label={t`${label} ${index + 1}`}>
          <div className={styles['cells']}>
            {setting.cells.map((cell) => {
              const problem = problems.find((candidate) =>
                isAt(candidate, { setting: setting.name, line: index, cell: cell.name }),
              )
              return (
                <div key={cell.name} {...(cell.kind === 'expression' && { className: styles['wide'] })}>
                  <Field label={settingLabel(i18n, type, cell.name)} error={problem && problemText(i18n, problem)}>
                    <CellInput
                      cell={cell}
                      value={line[cell.name] ?? ''}
                      errorAt={positionOf(problem)}
                      {...names}
                      isReadOnly={isReadOnly}
                      onChange={(value) => put(index, cell.name, value)}
                    />
                  </Field>
                  <NameSuggestion
                    problem={problem}
                    columns={names.columns}
                    value={line[cell.name]}
                    isReadOnly={isReadOnly}
                    onChange={(value) => put(index, cell.name, String(value))}
                  />
                </div>
              )
            })}
          </div>
          {!isReadOnly && (lines.length > 1 || setting.optional) && (
            <div className={styles['lineEnd']}>
              <IconButton
                icon={Trash2}
                size="xs"
                label={t`Remove ${label} ${index + 1}`}
                onClick={() => onChange(lines.filter((_, at) => at !== index))}
              />
            </div>
          )}
        </fieldset>
      ))}
      {error && <p className={styles['error']}>{error}</p>}
      {!isReadOnly && (
        <div>
          <Button size="xs" icon={Plus} data-adds onClick={() => onChange([...lines, emptyLine(setting.cells)])}>
            <Trans>Add</Trans>
            <span className="visually-hidden">: {label}</span>
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface CellInputProps extends Names {
  readonly cell: Cell
  readonly value: string
  readonly errorAt: number | undefined
  readonly isReadOnly: boolean
  onChange(value: string): void
}

function CellInput({ cell, value, errorAt, columns, named, otherColumns, isReadOnly, onChange }: CellInputProps) {
  const { i18n } = useLingui()
  switch (cell.kind) {
    case 'column':
    case 'other-column':
      return (
        <NameInput
          value={value}
          known={cell.kind === 'column' ? columns : otherColumns}
          isReadOnly={isReadOnly}
          onChange={onChange}
        />
      )
    case 'choice':
      return (
        <Select
          value={value}
          disabled={isReadOnly}
          options={cell.options.map((option) => ({ value: option, label: optionLabel(i18n, option) }))}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    case 'name':
      return (
        <TextInput
          spellCheck={false}
          value={value}
          readOnly={isReadOnly}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    case 'expression':
      return <SqlField shape="line" {...{ value, errorAt, columns: named, isReadOnly, onChange }} />
  }
}
