import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../test/support/render-app.tsx'

const SANDBOX = { page: 'http://127.0.0.1:9000', values: { sendgrid: { api_key: 'SG.sandbox' } } }

it('in the sandbox, says who answers, fills in what it takes, and marks what was added', async () => {
  const user = userEvent.setup()
  await renderApp({}, '/integrations?dialog=add&kind=sendgrid', { sandbox: SANDBOX })
  const dialog = within(await screen.findByRole('dialog'))

  expect(await dialog.findByText(/A test account plays SendGrid/)).toBeDefined()
  expect(dialog.getByRole('link', { name: 'See what it received' }).getAttribute('href')).toBe(SANDBOX.page)
  await user.type(dialog.getByLabelText('Name'), 'Mail')
  await user.click(dialog.getByRole('button', { name: 'Fill in test values' }))
  expect(dialog.getByLabelText<HTMLInputElement>('API Key').value).toBe('SG.sandbox')
  await user.click(dialog.getByRole('button', { name: 'Add integration' }))

  const row = within(await screen.findByRole('row', { name: /Mail/ }))
  expect(row.getByText('Sandbox')).toBeDefined()
})

it('says nothing of a sandbox where vendors answer themselves', async () => {
  await renderApp({}, '/integrations?dialog=add&kind=sendgrid')
  const dialog = await screen.findByRole('dialog')

  expect(await within(dialog).findByLabelText('API Key')).toBeDefined()
  expect(screen.queryByText('Sandbox')).toBeNull()
})
