import { I18nProvider } from '@lingui/react'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'

import type { StepProblem } from '../../../../../core/catalog/transformations/transformation-problem.ts'
import { loadI18n } from '../../../../i18n/locale.ts'
import { ConditionField } from './condition-field.tsx'

const COLUMNS = [
  { name: 'total', type: 'numeric(10,2)' },
  { name: 'status', type: 'text' },
  { name: 'paid', type: 'boolean' },
  { name: 'placed_on', type: 'date' },
]

interface Given {
  readonly value?: string
  readonly problem?: StepProblem
  readonly isReadOnly?: boolean
}

/** A form that stores its values. */
function Form({ value: first = '', problem, isReadOnly = false, onStore }: Given & { onStore(value: string): void }) {
  const [value, setValue] = useState(first)
  return (
    <ConditionField
      label="Keep rows where"
      hint="A SQL condition"
      value={value}
      columns={COLUMNS}
      problem={problem}
      isReadOnly={isReadOnly}
      onChange={(next) => {
        setValue(next)
        onStore(next)
      }}
    />
  )
}

async function aCondition(given: Given = {}) {
  const i18n = await loadI18n('en')
  let stored = given.value
  const keep = (value: string) => {
    stored = value
  }
  render(
    <I18nProvider i18n={i18n}>
      <Form {...given} onStore={keep} />
    </I18nProvider>,
  )
  return { user: userEvent.setup(), stored: () => stored }
}

const rule = (place: string) => within(screen.getByRole('group', { name: `Rule ${place}` }))
const choose = (name: 'Builder' | 'SQL') => screen.getByRole<HTMLInputElement>('radio', { name })

it('is chosen column by column, with values of their types', async () => {
  const { user, stored } = await aCondition()

  await user.selectOptions(rule('1').getByRole('combobox', { name: 'Column' }), 'total')
  expect(stored()).toBe('total = ?')
  await user.selectOptions(rule('1').getByRole('combobox', { name: 'Comparison' }), 'is at least')
  await user.type(rule('1').getByRole('textbox', { name: 'Value' }), '12.5')
  expect(stored()).toBe('total >= 12.5')

  await user.click(screen.getByRole('button', { name: 'Add rule' }))
  await user.selectOptions(rule('2').getByRole('combobox', { name: 'Column' }), 'paid')
  await user.selectOptions(rule('2').getByRole('combobox', { name: 'Value' }), 'Yes')
  expect(stored()).toBe('total >= 12.5\nAND paid = true')

  await user.click(screen.getByRole('button', { name: 'Add rule' }))
  await user.selectOptions(rule('3').getByRole('combobox', { name: 'Column' }), 'status')
  await user.selectOptions(rule('3').getByRole('combobox', { name: 'Comparison' }), 'contains')
  await user.type(rule('3').getByRole('textbox', { name: 'Value' }), "o'50%")
  expect(stored()).toBe(`total >= 12.5\nAND paid = true\nAND status ILIKE '%o''50\\%%' ESCAPE '\\'`)
  await user.click(rule('3').getByRole('checkbox', { name: 'Ignore upper and lower case' }))
  expect(stored()).toContain('status LIKE')

  await user.click(screen.getByRole('button', { name: 'Remove rule 2' }))
  await user.click(screen.getByRole('button', { name: 'Remove rule 2' }))
  expect(stored()).toBe('total >= 12.5')
})

it('has groups, of which all or any rules have to be met', async () => {
  const { user, stored } = await aCondition({ value: "status = 'open'" })

  await user.click(screen.getByRole('button', { name: 'Add group' }))
  await user.selectOptions(rule('2.1').getByRole('combobox', { name: 'Column' }), 'paid')
  await user.selectOptions(rule('2.1').getByRole('combobox', { name: 'Comparison' }), 'has no value')
  await user.click(screen.getByRole('button', { name: 'Add rule: Group 2' }))
  await user.selectOptions(rule('2.2').getByRole('combobox', { name: 'Column' }), 'total')
  await user.selectOptions(rule('2.2').getByRole('combobox', { name: 'Comparison' }), 'is between')
  await user.type(rule('2.2').getByRole('textbox', { name: 'Lower limit' }), '1')
  await user.type(rule('2.2').getByRole('textbox', { name: 'Upper limit' }), '5')
  expect(stored()).toBe("status = 'open'\nAND (paid IS NULL OR total BETWEEN 1 AND 5)")

  const [outer] = screen.getAllByRole('combobox', { name: 'Rules to be met' })
  if (outer) await user.selectOptions(outer, 'Any of these rules')
  expect(stored()).toBe("status = 'open'\nOR (paid IS NULL OR total BETWEEN 1 AND 5)")

  await user.click(screen.getByRole('button', { name: 'Remove group 2' }))
  expect(stored()).toBe("status = 'open'")
})

it('takes a list of values, one in each line', async () => {
  const { user, stored } = await aCondition({ value: "status in ('a')" })

  const values = rule('1').getByRole('textbox', { name: 'Values' })
  await user.type(values, '{Enter}b{Enter}')
  expect(stored()).toBe("status IN ('a', 'b', ?)")
  await user.tab()
  expect(stored()).toBe("status IN ('a', 'b')")
})

it('says the same as SQL, and shows what was written there', async () => {
  const { user, stored } = await aCondition({ value: "total > 5 and Status = 'x'" })
  expect(rule('2').getByRole<HTMLSelectElement>('combobox', { name: 'Column' }).value).toBe('status')

  await user.click(choose('SQL'))
  const sql = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Keep rows where' })
  expect(sql.value).toBe("total > 5 and Status = 'x'")
  await user.clear(sql)
  await user.type(sql, "placed_on < '2026-01-31'")
  await user.click(choose('Builder'))

  expect(rule('1').getByLabelText<HTMLInputElement>('Value').value).toBe('2026-01-31')
  expect(rule('1').getByRole<HTMLSelectElement>('combobox', { name: 'Comparison' }).selectedOptions[0]?.text).toBe(
    'is before',
  )
  expect(stored()).toBe("placed_on < '2026-01-31'")
})

it('stays SQL where the builder cannot show it, and says why', async () => {
  const { user } = await aCondition({ value: 'total > other_column' })

  expect(choose('SQL').checked).toBe(true)
  expect(choose('Builder').disabled).toBe(true)
  const sql = screen.getByRole('textbox', { name: 'Keep rows where' })
  const why = 'The builder only compares columns with values.'
  expect(screen.getByText(why).id).toBe(sql.getAttribute('aria-describedby'))

  await user.clear(sql)
  await user.type(sql, 'total > 1')
  expect(screen.queryByText(why)).toBeNull()
  await user.click(choose('Builder'))
  expect(rule('1').getByRole<HTMLInputElement>('textbox', { name: 'Value' }).value).toBe('1')
})

it('says what is missing at its input', async () => {
  await aCondition({ value: 'total > 1\nAND ? = ?', problem: { kind: 'gap', at: { setting: 'where' } } })

  expect(rule('1').getByRole('textbox', { name: 'Value' }).getAttribute('aria-invalid')).toBeNull()
  expect(rule('2').getByRole('combobox', { name: 'Column' }).getAttribute('aria-invalid')).toBe('true')
  expect(rule('2').getByRole('textbox', { name: 'Value' }).getAttribute('aria-invalid')).toBe('true')
})

it('says that a number is none, and keeps it', async () => {
  const { user, stored } = await aCondition({ value: 'total > 1' })
  await user.type(rule('1').getByRole('textbox', { name: 'Value' }), 'x')

  expect(rule('1').getByText('A number, such as 12.5')).toBeDefined()
  expect(stored()).toBe("total > '1x'")
})

it('is shown to those who may not change it', async () => {
  await aCondition({ value: "status = 'open'", isReadOnly: true })

  expect(rule('1').getByRole<HTMLSelectElement>('combobox', { name: 'Column' }).disabled).toBe(true)
  expect(rule('1').getByRole<HTMLInputElement>('textbox', { name: 'Value' }).readOnly).toBe(true)
  expect(screen.queryByRole('button')).toBeNull()
})
