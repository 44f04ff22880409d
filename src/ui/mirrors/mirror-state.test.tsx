import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { renderApp } from '../../../test/support/render-app.tsx'
import { aMirrorWithPausedTables, anOrganizationWithMirror } from '../.storybook/mirror-fakes.ts'

it.each([
  ['the list of flows', '/flows'],
  ['the graph', '/flows?view=graph'],
  ['the home page', '/'],
])('%s says of a mirror that follows how many of its tables are paused, in amber', async (_, address) => {
  await renderApp(await anOrganizationWithMirror(aMirrorWithPausedTables), address)

  const words = await screen.findAllByText('Mirroring · 1 table paused', {}, { timeout: 10_000 })
  expect(words.length).toBeGreaterThan(0)
  const flow = words[0]?.closest('tr, li, a, [class*=card]') as HTMLElement
  if (address !== '/') expect(flow.querySelector('[class*=warning]')).not.toBeNull()
  expect(within(flow).getAllByText(/Shop, mirrored/).length).toBeGreaterThan(0)
})
