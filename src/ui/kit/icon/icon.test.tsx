import { render, screen } from '@testing-library/react'
import { Trash2 } from 'lucide'
import { expect, it, vi } from 'vitest'

import { Icon } from './icon.tsx'

const drawn = () => document.querySelector('svg')

// First, because React warns only once.
it('draws another icon in its place without a complaint of React', () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { rerender } = render(<Icon of={Trash2} size={16} />)
  rerender(<Icon of={Trash2.slice(1)} size={16} />)

  expect(drawn()?.childElementCount).toBe(Trash2.length - 1)
  expect(complain).not.toHaveBeenCalled()
  complain.mockRestore()
})

it('draws every line of the icon, in the colour of the text around it', () => {
  render(<Icon of={Trash2} size={16} />)

  expect(drawn()?.getAttribute('viewBox')).toBe('0 0 24 24')
  expect(drawn()?.getAttribute('stroke')).toBe('currentColor')
  expect([...(drawn()?.children ?? [])].map(({ tagName, attributes }) => [tagName, attributes[0]?.value])).toEqual(
    Trash2.map(([tag, { d }]) => [tag, d]),
  )
})

it('is as large, as bold and as placed as its user says', () => {
  render(<Icon of={Trash2} size={13} strokeWidth={1.75} className="mark" />)

  expect(drawn()?.getAttribute('width')).toBe('13')
  expect(drawn()?.getAttribute('height')).toBe('13')
  expect(drawn()?.getAttribute('stroke-width')).toBe('1.75')
  expect(drawn()?.getAttribute('class')).toBe('mark')
})

it('is passed over by screen readers when the text beside it says the same', () => {
  render(<Icon of={Trash2} size={16} />)

  expect(drawn()?.getAttribute('aria-hidden')).toBe('true')
  expect(screen.queryByRole('img')).toBeNull()
})

it('is read by its label when nothing beside it says the same', () => {
  render(<Icon of={Trash2} size={16} label="Removed" />)

  expect(screen.getByRole('img', { name: 'Removed' })).toBe(drawn())
})
