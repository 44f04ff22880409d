import '../../../../test/support/browser-stand-ins.ts'

import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'

import { Menu, MenuItem } from './menu.tsx'

const PATIENCE = { timeout: 10_000 }

function aMenu() {
  const onSelect = vi.fn()
  render(
    <Menu trigger={<button type="button">More</button>}>
      <MenuItem onSelect={onSelect}>Duplicate</MenuItem>
    </Menu>,
  )
  return { user: userEvent.setup(), onSelect, button: () => screen.getByRole('button', { name: 'More', hidden: true }) }
}

it('is said to be a menu before its code is there, and opens with the arrow key', async () => {
  const { user, button, onSelect } = aMenu()
  expect(button().getAttribute('aria-haspopup')).toBe('menu')
  expect(button().getAttribute('aria-expanded')).toBe('false')

  await user.tab()
  await user.keyboard('{ArrowDown}')
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }, PATIENCE))

  expect(onSelect).toHaveBeenCalledOnce()
})

it('gives the focus back to its button', async () => {
  const { user, button } = aMenu()
  await user.click(button())
  await screen.findByRole('menuitem', { name: 'Duplicate' }, PATIENCE)

  await user.keyboard('{Escape}')

  await waitFor(() => expect(document.activeElement).toBe(button()))
})
