import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { memoryPorts } from '../../../adapters/memory/ports/memory-ports.ts'
import type { FlowConfig } from '../../../core/flows/flow.ts'
// Separate chunks, loaded first, so that the tests wait only for behaviour.
import './flow-page.tsx'
import './flow-page-dialog.tsx'
import './restored-version.tsx'

const PATIENCE = { timeout: 10_000 }
const stepOf = (id: string) => ({ id, type: 'limit', settings: { rows: 5 } })
const [first, colleagues, published] = ['first', 'colleagues', 'published'].map(stepOf) as [never, never, never]
const schedule = { cron: '0 3 * * *', timezone: 'UTC' }
const configOf = (...transformations: FlowConfig['transformations']): FlowConfig => ({
  streams: [],
  transformations,
  schedule,
})

/** The versions of a nightly flow, with a colleague's draft that has to be merged with what was published since. */
async function versionsOfDraft() {
  const fakes = memoryPorts()
  const ends: string[] = []
  for (const name of ['Shop', 'Warehouse']) {
    const added = await fakes.connections.add('org-1', {
      name,
      type: 'postgres',
      capability: 'both',
      integrationId: 'i-1',
      config: {},
    })
    ends.push(added.ok ? added.value.id : '')
  }
  const flow = aFlow({
    version: 1,
    edition: 1,
    sourceConnection: { id: ends[0] ?? '' },
    destinationConnection: { id: ends[1] ?? '' },
    config: configOf(first),
  })
  fakes.flows.put('org-1', flow)
  await fakes.flows.update('org-1', 'flow-1', { name: flow.name })
  await fakes.flows.saveEdit('org-1', { ...flow, edition: 2 }, { config: configOf(first, colleagues) })
  await fakes.flows.update('org-1', 'flow-1', { config: configOf(published) })
  await renderApp({ ...fakes }, '/flows/flow-1?dialog=versions')
  const stepsOf = async (what: 'get' | 'edited') => {
    const answer = await fakes.flows[what]('org-1', 'flow-1')
    return answer.ok ? answer.value.config.transformations.map(({ id }) => id) : undefined
  }
  const dialog = within(await screen.findByRole('dialog', { name: 'Versions' }, PATIENCE))
  await userEvent.click(await dialog.findByRole('button', { name: 'Compare with version 2' }, PATIENCE))
  await userEvent.click(await dialog.findByRole('button', { name: 'Restore version 2' }, PATIENCE))
  return { fakes, stepsOf }
}

it('does not replace the draft of a colleague without a question', async () => {
  const { stepsOf } = await versionsOfDraft()

  expect(await screen.findByRole('alertdialog', { name: 'Replace the draft?' }, PATIENCE)).toBeDefined()
  expect(await stepsOf('edited')).toEqual(['first', 'colleagues'])
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('dialog', { name: 'Versions' }, PATIENCE)).toBeDefined()
  expect(await stepsOf('edited')).toEqual(['first', 'colleagues'])
})

it('discards the draft that the question was about, and no other', async () => {
  const { fakes, stepsOf } = await versionsOfDraft()
  const question = within(await screen.findByRole('alertdialog', {}, PATIENCE))
  const got = await fakes.flows.get('org-1', 'flow-1')
  if (got.ok) await fakes.flows.saveEdit('org-1', got.value, { config: configOf(first, colleagues, stepOf('newer')) })

  await userEvent.click(question.getByRole('button', { name: 'Discard the draft and restore' }))
  expect(await question.findByRole('alert', {}, PATIENCE)).toBeDefined()
  expect(await stepsOf('edited')).toEqual(['first', 'colleagues', 'newer'])
})

it('makes the version the draft once the person has agreed', async () => {
  const { stepsOf } = await versionsOfDraft()
  await userEvent.click(await screen.findByRole('button', { name: 'Discard the draft and restore' }, PATIENCE))

  await expect.poll(() => stepsOf('edited'), PATIENCE).toEqual(['first'])
  expect(await stepsOf('get')).toEqual(['published'])
})
