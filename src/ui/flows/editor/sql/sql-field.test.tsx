import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { Field } from '../../../kit/field/field.tsx'
import type { SqlShape } from './sql-basics.ts'
import { SqlField } from './sql-field.tsx'

/** If no text can be measured, as here, the plain input stays. */
function aField(shape: SqlShape, { isReadOnly = false, error }: { isReadOnly?: boolean; error?: string } = {}) {
  const typed: string[] = []
  render(
    <Field label="Query" hint="One SELECT" error={error}>
      <SqlField
        shape={shape}
        value="total"
        columns={undefined}
        errorAt={undefined}
        isReadOnly={isReadOnly}
        onChange={(value) => typed.push(value)}
      />
    </Field>,
  )
  return { field: screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Query' }), typed }
}

it.each<SqlShape>(['query', 'expression', 'line'])('a %s can be typed without the editor', async (shape) => {
  const { field, typed } = aField(shape)
  await userEvent.setup().type(field, 's')

  expect(typed).toEqual(['totals'])
  expect(field.getAttribute('spellcheck')).toBe('false')
})

it('has the hint and the error of its Field', () => {
  const { field } = aField('query', { error: 'No such column' })
  const described = field.getAttribute('aria-describedby')?.split(' ') ?? []

  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(['One SELECT', 'No such column'])
})

it('can be read by those who may not change it', () => {
  expect(aField('query', { isReadOnly: true }).field.readOnly).toBe(true)
})
