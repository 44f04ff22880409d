import { onlineManager } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow, serverDown } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../../adapters/memory/memory-flow-repository.ts'

it('saves what could not be saved once the browser is back online', async () => {
  const user = userEvent.setup()
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow({ name: 'Orders' }))
  await renderApp({ flows }, '/floweditor/flow-1')
  const name = await screen.findByLabelText('Name of the flow')
  flows.failNext(serverDown)
  await user.clear(name)
  await user.type(name, 'Invoices{Enter}')
  expect(await screen.findByText('Could not save', {}, { timeout: 3_000 })).toBeDefined()

  act(() => onlineManager.setOnline(false))
  act(() => onlineManager.setOnline(true))

  expect(await screen.findByText('Saved', {}, { timeout: 3_000 })).toBeDefined()
  expect(await flows.get('org-1', 'flow-1')).toMatchObject({ value: { name: 'Invoices' } })
})
