import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'

import { Field } from '../field/field.tsx'
import { Combobox } from './combobox.tsx'

const ZONES = [
  { value: 'utc', label: 'UTC', detail: 'GMT' },
  { value: 'berlin', label: 'Europe/Berlin', detail: 'GMT+1', words: 'Mitteleuropäische Zeit' },
  { value: 'paris', label: 'Europe/Paris', detail: 'GMT+1' },
]

function Zone({ onAdd }: { readonly onAdd: () => void }) {
  const [zone, setZone] = useState('utc')
  return (
    <Field label="Zone">
      <Combobox
        options={ZONES}
        value={zone}
        nothing="Nothing matches"
        action={{ label: 'Add one', icon: [], onSelect: onAdd }}
        onChange={setZone}
      />
    </Field>
  )
}

function shows() {
  const state = { hasAdded: false }
  render(<Zone onAdd={() => Object.assign(state, { hasAdded: true })} />)
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Zone' })
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
  return { user: userEvent.setup(), field, options, state }
}

it('finds an option by any of its words, and takes it with Enter', async () => {
  const { user, field, options } = shows()
  await user.click(field)
  await expect.poll(options).toHaveLength(4)
  await user.keyboard('mitteleuro')
  expect(options()).toEqual(['Europe/BerlinGMT+1', 'Add one'])
  await user.keyboard('{Enter}')
  expect(field.value).toBe('Europe/Berlin')
  expect(options()).toEqual([])
})

it('is moved through by arrows, and left unchanged by Escape', async () => {
  const { user, field } = shows()
  field.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  await screen.findAllByRole('option')
  const current = document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
  expect(current?.textContent).toBe('Europe/ParisGMT+1')
  await user.keyboard('{Escape}')
  expect(field.value).toBe('UTC')
})

it('offers what can be done in place of a choice, also if nothing matches', async () => {
  const { user, field, state } = shows()
  await user.click(field)
  await user.keyboard('nowhere')
  expect(await screen.findByText('Nothing matches')).toBeDefined()
  await user.click(await screen.findByRole('option', { name: 'Add one' }))
  expect(state.hasAdded).toBe(true)
})
