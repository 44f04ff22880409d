import { expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import type { EditedFlow, Flow } from '../flow.ts'
import { mergeEdits, preferMine } from './merge-edits.ts'
import { mergeFlow } from './merge-flow.ts'

const flowOf = (...ids: readonly string[]): Flow =>
  aFlow({ config: { streams: [], transformations: ids.map((id) => ({ id, type: 'limit', settings: {} })) } })
const stepsOf = (merged: ReturnType<typeof mergeEdits>) =>
  merged.ok ? merged.change.config?.transformations.map(({ id }) => id) : merged.conflicts

/** A draft that was begun on other steps than those that are published now. */
const draftOf = (base: Flow, ...ids: readonly string[]): EditedFlow => {
  const { name, enabled, config } = base
  const end = { id: 'connection-1' }
  return {
    ...flowOf(...ids),
    base: { name, enabled, config, sourceConnection: end, destinationConnection: end, freshnessMinutes: null },
  }
}

const begun = flowOf('a')

it('keeps what a colleague has added to a draft that has to be merged, beside what was published', () => {
  const newer = draftOf(begun, 'a', 'colleague')
  const edits = { saved: flowOf('a'), edited: flowOf('a', 'mine'), newer, published: flowOf('published', 'a') }

  expect(stepsOf(mergeEdits(mergeFlow, edits))).toEqual(expect.arrayContaining(['published', 'a', 'mine', 'colleague']))
})

it('keeps the draft of a colleague when nothing of one’s own is unsaved, whichever version is chosen', () => {
  const newer = draftOf(begun, 'a', 'colleague')
  const edits = { saved: flowOf('a'), edited: flowOf('a'), newer, published: flowOf('published', 'a') }

  expect(stepsOf(mergeEdits(mergeFlow, edits))).toEqual(expect.arrayContaining(['published', 'a', 'colleague']))
  expect(stepsOf(mergeEdits(preferMine, edits))).toEqual(['a', 'colleague'])
})

it('asks if both have changed the same step', () => {
  const changed = (rows: number) =>
    aFlow({ config: { streams: [], transformations: [{ id: 'a', type: 'limit', settings: { rows } }] } })

  expect(mergeEdits(mergeFlow, { saved: flowOf('a'), edited: changed(1), newer: changed(2) })).toEqual({
    ok: false,
    conflicts: ['steps'],
  })
})
