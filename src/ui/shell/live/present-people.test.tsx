import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryRunEvents } from '../../../adapters/memory/runs/memory-run-events.ts'
import '../../flows/editor/flow-editor-page.tsx'

it('shows the others who have the same flow open, one face for each, and no more once they have left', async () => {
  const [flows, runEvents] = [new MemoryFlowRepository(), new MemoryRunEvents()]
  flows.put('org-1', aFlow())
  await renderApp({ flows, runEvents }, '/floweditor/flow-1')
  await screen.findByRole('textbox', { name: 'Name of the flow' })
  await expect.poll(() => runEvents.openFlow).toBe('flow-1')
  expect(runEvents.watching).toBe(1)
  const areThere = (people: readonly { uid: string; name: string }[]) =>
    act(() => runEvents.emit('org-1', { type: 'presence', flowId: 'flow-1', people }))
  const me = { uid: 'uid-of-ada@example.com', name: 'Ada Lovelace' }

  areThere([me, { uid: 'bob', name: 'Bob Ross' }, { uid: 'cleo', name: 'Cleo' }])
  const faces = await screen.findByRole('img', { name: 'Also here: Bob Ross, Cleo' })
  expect(faces.textContent).toBe('BRC')

  areThere([me])
  await expect.poll(() => screen.queryByRole('img', { name: /^Also here/ })).toBeNull()
})
