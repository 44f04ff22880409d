import { render } from '@testing-library/react'
import { expect, it } from 'vitest'

import { Avatar } from './avatar.tsx'

const shown = (imageUrl: string) => {
  const { container } = render(<Avatar name="Ada Lovelace" imageUrl={imageUrl} />)
  return { text: container.textContent, source: container.querySelector('img')?.getAttribute('src') }
}

it.each([
  'https://example.com/ada.png',
  '//example.com/ada.png',
  'http://example.com',
  'blob:https://example.com/1',
  'https://',
])('loads no picture from elsewhere (%s), and shows initials', (address) => {
  expect(shown(address)).toEqual({ text: 'AL', source: undefined })
})

it.each(['/pictures/ada.png', `${location.origin}/ada.png`, 'data:image/png;base64,AAAA'])(
  'shows a picture of this site (%s)',
  (address) => {
    expect(shown(address).source).toBe(address)
  },
)

it.each([
  ['Globex — Analytics', 'GA'],
  ['Ada Lovelace', 'AL'],
  ['ada@example.com', 'AE'],
  ['(Test) 2', 'T2'],
  ['Ärzte & Söhne', 'ÄS'],
])('has the first letters of the first two words: %s', (name, initials) => {
  const { container } = render(<Avatar name={name} />)
  expect(container.textContent).toBe(initials)
})
