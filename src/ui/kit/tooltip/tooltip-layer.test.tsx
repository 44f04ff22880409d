import { fireEvent, render, screen } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { TooltipLayer } from './tooltip-layer.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const page = (
  <>
    <button type="button" data-tooltip="Needs the role Editor">
      Run
    </button>
    <TooltipLayer />
  </>
)

it('explains what is pointed at, after a moment', () => {
  render(page)

  fireEvent.pointerOver(screen.getByRole('button'))
  expect(screen.queryByText('Needs the role Editor')).toBeNull()
  act(() => vi.advanceTimersByTime(400))

  expect(screen.getByText('Needs the role Editor')).toBeDefined()
})

it('goes away with Escape, and when the pointer goes on', () => {
  render(page)
  const button = screen.getByRole('button')
  fireEvent.pointerOver(button)
  act(() => vi.advanceTimersByTime(400))
  fireEvent.keyDown(button, { key: 'Escape' })
  expect(screen.queryByText('Needs the role Editor')).toBeNull()

  fireEvent.pointerOver(button)
  act(() => vi.advanceTimersByTime(400))
  fireEvent.pointerOver(document.body)

  expect(screen.queryByText('Needs the role Editor')).toBeNull()
})
