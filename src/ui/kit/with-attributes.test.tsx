import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { withAttributes } from './with-attributes.ts'

it('adds attributes to an element, whose own win', () => {
  const link = <a href="/flows">Flows</a>
  render(withAttributes(link, { href: '/elsewhere', title: 'All of them' }))

  const shown = screen.getByRole('link', { name: 'Flows' })
  expect(shown).toHaveProperty('title', 'All of them')
  expect(shown.getAttribute('href')).toBe('/flows')
})

it('joins class names', () => {
  render(withAttributes(<button type="button" className="wide" />, { className: 'primary' }))

  expect(screen.getByRole('button').className).toBe('primary wide')
})

it('calls both handlers of a click', async () => {
  const called: string[] = []
  const button = <button type="button" onClick={() => called.push('own')} />
  render(withAttributes(button, { onClick: () => called.push('given') }))

  await userEvent.setup().click(screen.getByRole('button'))
  expect(called).toEqual(['own', 'given'])
})

it('replaces what is in it', () => {
  render(withAttributes(<button type="button">Save</button>, {}, 'Saving'))

  expect(screen.getByRole('button').textContent).toBe('Saving')
})
