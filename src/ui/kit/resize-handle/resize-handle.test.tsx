import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'

import { ResizeHandle } from './resize-handle.tsx'

function Resized({ edge }: { readonly edge: 'left' | 'top' }) {
  const [size, setSize] = useState(400)
  return <ResizeHandle label="Width" edge={edge} size={size} min={300} max={600} onResize={setSize} />
}

const sizeNow = () => screen.getByRole('separator', { name: 'Width' }).getAttribute('aria-valuenow')

it.each([
  ['left', 'ArrowLeft', 'ArrowRight'],
  ['top', 'ArrowUp', 'ArrowDown'],
] as const)('at the %s edge grows with %s and shrinks with %s, within its limits', async (edge, grow, shrink) => {
  const user = userEvent.setup()
  render(<Resized edge={edge} />)
  await user.tab()

  await user.keyboard(`{${grow}}`)
  expect(sizeNow()).toBe('416')
  await user.keyboard(`{${shrink}}{Shift>}{${shrink}}{/Shift}{${shrink}}`)
  expect(sizeNow()).toBe('300')
  await user.keyboard('{End}')
  expect(sizeNow()).toBe('600')
})
