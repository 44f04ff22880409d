import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'

import { anEditor, PATIENCE } from '../../../../../test/support/flow-editor.ts'
// A separate chunk, loaded first, so that the tests wait only for behaviour.
import './canvas-comments.tsx'

it('is written on the picture, moved by its handle, and deleted; undo brings it back', async () => {
  const { user, saved } = await anEditor()
  await user.click(await screen.findByRole('button', { name: 'Add a comment' }, PATIENCE))
  const text = await screen.findByRole('textbox', { name: 'Text of the comment' }, PATIENCE)
  await waitFor(() => expect(document.activeElement).toBe(text), PATIENCE)
  await user.type(text, 'Ask Ada')
  await expect.poll(async () => (await saved())?.config.comments?.[0]?.text, PATIENCE).toBe('Ask Ada')
  const [before] = (await saved())?.config.comments ?? []

  screen.getByRole('button', { name: 'Move the comment' }).focus()
  await user.keyboard('{ArrowRight}{ArrowDown}')
  const moved = { ...before, x: (before?.x ?? 0) + 10, y: (before?.y ?? 0) + 10 }
  await expect.poll(async () => (await saved())?.config.comments, PATIENCE).toEqual([moved])

  await user.click(screen.getByRole('button', { name: 'Delete the comment' }))
  await expect.poll(async () => (await saved())?.config.comments, PATIENCE).toBeUndefined()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await expect.poll(async () => (await saved())?.config.comments, PATIENCE).toEqual([moved])
})

it('can be read, and not changed, by who may not change the flow', async () => {
  const comments = [{ id: 'c', text: 'Ask Ada', x: 0, y: 0 }]
  await anEditor([], { codeFile: 'orders.yaml', config: { streams: [], transformations: [], comments } })

  const text = await screen.findByRole('textbox', { name: 'Text of the comment' }, PATIENCE)
  fireEvent.change(text, { target: { value: 'Ask Ada' } })
  expect(text.getAttribute('readonly')).not.toBeNull()
  expect(screen.queryByRole('button', { name: 'Add a comment' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete the comment' })).toBeNull()
})
