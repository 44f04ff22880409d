import { useLingui } from '@lingui/react/macro'

import type { CheckField, CheckForm, CheckProblem } from '../../../../core/flows/streams/check-form.ts'
import { Callout } from '../../../kit/callout/callout.tsx'
import { Field } from '../../../kit/field/field.tsx'
import { Select } from '../../../kit/select/select.tsx'
import { TextInput } from '../../../kit/text-input/text-input.tsx'
import { Textarea } from '../../../kit/textarea/textarea.tsx'
import { SqlField } from '../sql/sql-field.tsx'
import { StepColumns } from '../steps/step-columns.tsx'

interface CheckFieldsProps {
  readonly form: CheckForm
  readonly problems: Readonly<Partial<Record<CheckField, CheckProblem>>>
  readonly columns: readonly string[]
  /** The destination executes queries itself. */
  readonly isByDestination: boolean
  onChange(changes: Partial<CheckForm>): void
}

/** The settings of one check, by its type. */
export function CheckFields(props: CheckFieldsProps) {
  const { t } = useLingui()
  const { form, problems, columns, isByDestination, onChange } = props
  const texts: Readonly<Record<CheckProblem, string>> = {
    missing: t`This is needed`,
    number: t`Enter a number`,
    input: t`The query must read the rows of the run, from the table input`,
    count: t`As many columns as on the side of the rows`,
  }
  const errorOf = (field: CheckField) => {
    const problem = problems[field]
    return problem && texts[problem]
  }
  const text = (
    field: 'percent' | 'rows' | 'hours' | 'target' | 'name',
    label: string,
    hint?: string,
    placeholder = '',
  ) => (
    <Field label={label} hint={hint} error={errorOf(field)}>
      <TextInput
        value={form[field]}
        placeholder={placeholder}
        autoComplete="off"
        onChange={({ target }) => onChange({ [field]: target.value })}
      />
    </Field>
  )
  const several = (
    <>
      <StepColumns
        label={t`Columns`}
        hint={form.type === 'unique' ? t`Several columns are looked at together.` : undefined}
        error={errorOf('columns')}
        known={columns}
        chosen={form.columns}
        problems={[]}
        isReadOnly={false}
        onChange={(chosen) => onChange({ columns: chosen })}
      />
      {problems.columns && <Callout tone="danger">{t`Choose at least one column.`}</Callout>}
    </>
  )
  const one = (
    <Field label={t`Column`} error={errorOf('column')}>
      <Select
        value={form.column}
        options={[{ value: '', label: t`Choose a column` }, ...columns.map((name) => ({ value: name, label: name }))]}
        onChange={({ target }) => onChange({ column: target.value })}
      />
    </Field>
  )
  switch (form.type) {
    case 'not_null':
    case 'unique':
      return several
    case 'row_count':
      return (
        <>
          {text(
            'rows',
            t`Expected number of rows`,
            t`Empty: as many as the last run that succeeded.`,
            t`As in the last run`,
          )}
          {text('percent', t`How many more or fewer are accepted, in percent`)}
        </>
      )
    case 'accepted_values':
      return (
        <>
          {one}
          <Field
            label={t`Accepted values`}
            hint={t`One per line. Rows without a value are accepted too.`}
            error={errorOf('values')}
          >
            <Textarea rows={5} value={form.values} onChange={({ target }) => onChange({ values: target.value })} />
          </Field>
        </>
      )
    case 'freshness':
      return (
        <>
          {one}
          {text('hours', t`At most this many hours ago`, t`Times without a zone are read as UTC.`)}
        </>
      )
    case 'foreign_key':
      return (
        <>
          {several}
          {text('target', t`Other table in the destination`, undefined, 'public.customers')}
          <StepColumns
            label={t`Its columns`}
            hint={t`Separated by commas, in the same order. Empty: the same names.`}
            error={errorOf('keys')}
            known={undefined}
            chosen={form.keys}
            problems={[]}
            isReadOnly={false}
            onChange={(keys) => onChange({ keys })}
          />
        </>
      )
    case 'sql':
      return (
        <>
          {text('name', t`Name`, t`Shown in results. It may be empty.`)}
          <Field
            label={t`Query`}
            hint={
              isByDestination
                ? t`A SELECT in the SQL of the destination, which may also read its other tables. The rows of the run are the table input; each row that it returns is wrong.`
                : t`A SELECT as in a SQL step. The rows of the run are the table input; each row that it returns is wrong.`
            }
            error={errorOf('query')}
          >
            <SqlField
              shape="script"
              value={form.query}
              columns={columns.map((name) => ({ name, type: '' }))}
              errorAt={undefined}
              isReadOnly={false}
              onChange={(query) => onChange({ query })}
            />
          </Field>
        </>
      )
  }
}
