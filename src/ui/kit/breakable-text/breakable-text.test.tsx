import { render } from '@testing-library/react'
import { expect, it } from 'vitest'

import { BreakableText } from './breakable-text.tsx'

it.each([
  ['ada.lovelace@example.com', 'ada.lovelace@|example.com'],
  ['somebody.with.a.long.name@subsidiary.example.com', 'somebody.|with.|a.|long.|name@|subsidiary.|example.|com'],
  ['public.orders_of_the_year', 'public.|orders_|of_|the_|year'],
  ['Ada', 'Ada'],
])('is cut after a sign and not within a word: %s', (text, lines) => {
  const { container } = render(<BreakableText text={text} />)
  expect(container.innerHTML.replaceAll('<wbr>', '|')).toBe(lines)
  expect(container.textContent).toBe(text)
})
