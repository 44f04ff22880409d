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
    input: t`The query must read from input`,
    count: t`As many columns as rows have here`,
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
        hint={form.type === 'unique' ? t`Several columns count together.` : undefined}
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
          {text('rows', t`Expected number of rows`, undefined, t`As in the last run`)}
          {text('percent', t`Accepted difference, in percent`)}
        </>
      )
    case 'accepted_values':
      return (
        <>
          {one}
          <Field label={t`Accepted values`} hint={t`One per line. No value is accepted too.`} error={errorOf('values')}>
            <Textarea rows={5} value={form.values} onChange={({ target }) => onChange({ values: target.value })} />
          </Field>
        </>
      )
    case 'freshness':
      return (
        <>
          {one}
          {text('hours', t`At most this many hours ago`, t`Without a zone: UTC.`)}
        </>
      )
    case 'foreign_key':
      return (
        <>
          {several}
          {text('target', t`Other table in the destination`, undefined, 'public.customers')}
          <StepColumns
            label={t`Its columns`}
            hint={t`In this order. Empty: the same names.`}
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
          {text('name', t`Name`)}
          <Field
            label={t`Query`}
            hint={
              isByDestination
                ? t`SQL of the destination: SELECT the wrong rows from input, the run’s rows. It may read other tables.`
                : t`SELECT the wrong rows from input, the run’s rows.`
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
