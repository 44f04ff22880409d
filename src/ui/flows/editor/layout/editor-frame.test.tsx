import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { anEditor, limit, PATIENCE } from '../../../../../test/support/flow-editor.ts'

const drawer = () => screen.queryByRole('region', { name: 'Preview, SQL and log' })
const paneOf = (page: Element) => page.querySelector('.react-flow__pane') as Element
const isOpen = (wanted: boolean) => expect.poll(() => drawer() !== null, PATIENCE).toBe(wanted)

it('the drawer is closed while nothing is selected, opens with a step, and stays open until nothing is selected', async () => {
  const { node, app } = await anEditor([limit('a')])
  const source = await node(/^Source/)
  expect(drawer()).toBeNull()

  const step = await node(/^Step 1/)
  act(() => step.focus())
  await isOpen(true)
  act(() => source.focus())
  await isOpen(true)
  fireEvent.click(paneOf(app.container))
  await isOpen(false)
})

it('the drawer stays closed for who has closed it, until they open it again', async () => {
  const { user, node, app } = await anEditor([limit('a')])
  const step = await node(/^Step 1/)
  act(() => step.focus())
  await isOpen(true)
  await user.click(screen.getByRole('button', { name: 'Close preview, SQL and log' }))
  fireEvent.click(paneOf(app.container))
  act(() => step.focus())
  await isOpen(false)

  await user.click(screen.getByRole('button', { name: 'Preview, SQL and log' }))
  await isOpen(true)
})
