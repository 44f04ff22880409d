import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../test/support/render-app.tsx'

it('speaks another language at once, and remembers it in this browser', async () => {
  const user = userEvent.setup()
  const { ports } = await renderApp({}, '/sources')

  await user.click(screen.getByRole('button', { name: /^Account/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Deutsch' }))

  expect(await screen.findByRole('heading', { level: 1, name: 'Quellen' })).toBeDefined()
  expect(ports.preferences.load().language).toBe('de')
})

it('says which version of the server this is', async () => {
  const user = userEvent.setup()
  await renderApp({}, '/sources')

  await user.click(screen.getByRole('button', { name: /^Account/ }))

  expect(await screen.findByText('Millrace 1.2.3')).toBeDefined()
})
