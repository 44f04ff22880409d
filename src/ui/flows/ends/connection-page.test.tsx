import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../../test/support/render-app.tsx'
import { aBusyOrganization } from '../../.storybook/organization-fakes.ts'

it('shows who uses a source, how its last test went, and leads to its flows', async () => {
  await renderApp(await aBusyOrganization(), '/flows/flow-1')

  await userEvent.click((await screen.findAllByRole('link', { name: 'Shop' }))[0] as HTMLElement)

  expect(await screen.findByRole('heading', { level: 1, name: 'Shop' })).toBeDefined()
  expect(screen.getByText('Passed')).toBeDefined()
  const flows = await screen.findByRole('list', { name: 'Flows' })
  expect(within(flows).getByRole('link', { name: 'Stock levels' }).getAttribute('href')).toBe('/flows/flow-3')
})

it('opens the dialogs of the list, and stays when they are closed', async () => {
  const { router } = await renderApp(await aBusyOrganization(), '/sources/connection-1')

  await userEvent.click((await screen.findAllByRole('button', { name: 'Test' }))[0] as HTMLElement)
  expect(await screen.findByRole('dialog')).toBeDefined()
  await userEvent.keyboard('{Escape}')
  expect(router.state.location.pathname).toBe('/sources/connection-1')
})
