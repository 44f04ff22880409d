import { Trans, useLingui } from '@lingui/react/macro'

import type { StepProblem } from '../../../../core/catalog/transformations/transformation-problem.ts'
import { Checkbox } from '../../../kit/checkbox/checkbox.tsx'
import { Field } from '../../../kit/field/field.tsx'
import { TextInput } from '../../../kit/text-input/text-input.tsx'
import styles from './fields/step-setting.module.css'
import { problemText } from './fields/step-texts.ts'

interface StepColumnsProps {
  readonly label: string
  readonly hint: string | undefined
  readonly error: string | undefined
  /** Undefined: typed by the user. */
  readonly known: readonly string[] | undefined
  readonly chosen: readonly string[]
  readonly problems: readonly StepProblem[]
  readonly isReadOnly: boolean
  onChange(chosen: readonly string[]): void
}

/** Several of the offered columns; selected ones that no longer exist stay, so that they can be removed. */
export function StepColumns({ label, hint, error, known, chosen, problems, isReadOnly, onChange }: StepColumnsProps) {
  const { t, i18n } = useLingui()
  if (!known) {
    return (
      <Field label={label} hint={hint ?? t`Names of columns, separated by commas`} error={error}>
        <TextInput
          key={label}
          defaultValue={chosen.join(', ')}
          readOnly={isReadOnly}
          spellCheck={false}
          onChange={({ target }) => onChange(namesOf(target.value))}
        />
      </Field>
    )
  }
  const gone = chosen.filter((name) => !known.includes(name))
  const toggle = (name: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, name] : chosen.filter((other) => other !== name))
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['legend']}>{label}</legend>
      {hint && <p className={styles['hint']}>{hint}</p>}
      <ul className={styles['columns']}>
        {[...gone, ...known].map((name) => (
          <li key={name} className={styles['column']}>
            <Checkbox
              label={name}
              checked={chosen.includes(name)}
              disabled={isReadOnly}
              onChange={(isChosen) => toggle(name, isChosen)}
            />
          </li>
        ))}
        {known.length === 0 && gone.length === 0 && (
          <li className={styles['hint']}>
            <Trans>No column in common: choose one table above.</Trans>
          </li>
        )}
      </ul>
      {problems.map((problem) => (
        <p key={JSON.stringify(problem)} className={styles['error']} role="alert">
          {problemText(i18n, problem)}
        </p>
      ))}
    </fieldset>
  )
}

const namesOf = (typed: string): readonly string[] => [
  ...new Set(
    typed
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]
