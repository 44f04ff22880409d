import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'

import { positionOf, type StepProblem } from '../../../../../core/catalog/transformations/transformation-problem.ts'
import type { Condition } from '../../../../../core/transformations/condition/condition.ts'
import { readCondition } from '../../../../../core/transformations/condition/read-condition.ts'
import { writeCondition } from '../../../../../core/transformations/condition/write-condition.ts'
import { Field } from '../../../../kit/field/field.tsx'
import { SegmentedControl } from '../../../../kit/segmented-control/segmented-control.tsx'
import { SqlField } from '../../sql/sql-field.tsx'
import type { KnownColumn } from '../../sql/sql-language.ts'
import { problemText } from '../fields/step-texts.ts'
import { ConditionBuilder } from './condition-builder.tsx'
import styles from './condition-field.module.css'
import { obstacleText } from './condition-texts.ts'

type Mode = 'builder' | 'sql'

interface ConditionFieldProps {
  readonly label: string
  readonly hint: string | undefined
  /** The stored SQL. */
  readonly value: string
  /** Undefined if unknown. */
  readonly columns: readonly KnownColumn[] | undefined
  readonly problem: StepProblem | undefined
  readonly isReadOnly: boolean
  onChange(value: string): void
}

/** A condition in two equivalent forms: rules, or SQL. */
export function ConditionField({ label, hint, value, columns, problem, isReadOnly, onChange }: ConditionFieldProps) {
  const { t, i18n } = useLingui()
  const read = useMemo(() => readCondition(value), [value])
  const obstacle = 'obstacle' in read ? read.obstacle : undefined
  const [wanted, setMode] = useState<Mode>(obstacle ? 'sql' : 'builder')
  // The last rules on the screen; SQL does not contain a group of one rule, or an empty group.
  const [drawn, setDrawn] = useState<{ readonly sql: string; readonly condition: Condition }>()
  const condition = drawn?.sql === value ? drawn.condition : 'condition' in read ? read.condition : undefined
  const mode = condition ? wanted : 'sql'
  const draw = (next: Condition) => {
    const sql = writeCondition(next)
    setDrawn({ sql, condition: next })
    onChange(sql)
  }
  const error = problem && problemText(i18n, problem)
  return (
    <div className={styles['condition']}>
      <SegmentedControl<Mode>
        label={t`Ways to write the condition`}
        value={mode}
        options={[
          { value: 'builder', label: <Trans>Builder</Trans>, isDisabled: obstacle !== undefined },
          { value: 'sql', label: <Trans>SQL</Trans> },
        ]}
        onChange={setMode}
      />
      {mode === 'builder' && condition ? (
        <ConditionBuilder {...{ label, condition, columns, problem, isReadOnly }} onChange={draw} />
      ) : (
        <Field label={label} hint={obstacle ? obstacleText(i18n, obstacle) : hint} error={error}>
          <SqlField
            shape="expression"
            errorAt={positionOf(problem)}
            {...{ value, columns, isReadOnly }}
            onChange={onChange}
          />
        </Field>
      )}
    </div>
  )
}
