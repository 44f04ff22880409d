import '../../../../test/support/browser-stand-ins.ts'

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'

import { Tabs } from './tabs.tsx'

function Three() {
  const [value, setValue] = useState('general')
  const tabs = ['general', 'members', 'audit'].map((name) => ({ value: name, label: name, content: `all of ${name}` }))
  return <Tabs label="Settings" value={value} tabs={tabs} onChange={setValue} />
}

it('shows one tab, named by its button, and the others by the arrow keys', async () => {
  const user = userEvent.setup()
  render(<Three />)
  expect(screen.getByRole('tabpanel', { name: 'general' }).textContent).toBe('all of general')

  await user.tab()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tabpanel', { name: 'members' }).textContent).toBe('all of members')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'members', selected: true }))

  await user.keyboard('{End}{ArrowRight}')
  expect(screen.getByRole('tabpanel', { name: 'general' })).toBeDefined()
  await user.keyboard('{ArrowLeft}')
  expect(screen.getByRole('tabpanel', { name: 'audit' })).toBeDefined()
})
