import { expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { resumeDraft } from './resume-draft.ts'

const unsaved = {
  base: aFlow({ version: 1 }),
  change: { name: 'mine' },
  at: 5,
}

it('opens with the flow of the server when nothing is left unsaved', () => {
  const flow = aFlow({ version: 1 })

  expect(resumeDraft(flow, undefined)).toEqual({ draft: flow, saved: flow })
})

it('opens with what an earlier visit could not save', () => {
  const flow = aFlow({ version: 1 })

  expect(resumeDraft(flow, unsaved)).toEqual({
    draft: { ...flow, name: 'mine' },
    saved: flow,
    unsaved,
  })
})

it('forgets a change that the server has by now', () => {
  const flow = aFlow({ version: 2, name: 'mine' })

  expect(resumeDraft(flow, unsaved)).toEqual({ draft: flow, saved: flow })
})

it('opens as a conflict, on the version that was changed, when the flow was saved elsewhere since', () => {
  const flow = aFlow({ version: 2, name: 'theirs' })

  expect(resumeDraft(flow, unsaved)).toEqual({
    draft: { ...unsaved.base, name: 'mine' },
    saved: unsaved.base,
    unsaved,
    isConflict: true,
  })
})

it('opens a draft that has to be merged as the server has it: nothing of it is unsaved', () => {
  const { name, enabled, config } = aFlow()
  const end = { id: 'connection-1' }
  const base = { name, enabled, config, sourceConnection: end, destinationConnection: end, freshnessMinutes: null }
  const flow = { ...aFlow({ version: 2 }), base }

  expect(resumeDraft(flow, undefined)).toEqual({ draft: flow, saved: flow, isConflict: true })
})
