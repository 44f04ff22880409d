import '../../../../test/support/browser-stand-ins.ts'

import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'

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

it('shows by arrows at which sides a row that is too wide goes on', () => {
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(500)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(200)
  const { container } = render(<Three />)
  const row = screen.getByRole('tablist')
  const arrows = () => [...container.querySelectorAll('button[aria-hidden]')].map(({ className }) => className)
  row.scrollBy = (to) => {
    row.scrollLeft = Math.min(300, row.scrollLeft + (typeof to === 'object' ? (to.left ?? 0) : 0))
    fireEvent.scroll(row)
  }
  const press = (side: string) => fireEvent.click(container.querySelector(`button[class*=${side}]`) ?? row)

  row.scrollLeft = 0
  fireEvent.scroll(row)
  expect(arrows()).toEqual([expect.stringContaining('after')])
  press('after')
  expect(arrows()).toEqual([expect.stringContaining('before'), expect.stringContaining('after')])
  press('after')
  press('after')
  expect(arrows()).toEqual([expect.stringContaining('before')])
  vi.restoreAllMocks()
})
