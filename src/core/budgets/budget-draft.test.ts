import { expect, it } from 'vitest'

import { budgetFrom, budgetUse, draftOf, withBudget } from './budget-draft.ts'

it('is read as it is typed, also with a comma', () => {
  expect(budgetFrom({ dollars: '7,50', rows: ' 1000 ', mails: '' })).toEqual({
    budget: { dollars: 7.5, rows: 1_000 },
    wrong: [],
  })
})

it('names what cannot be read', () => {
  expect(budgetFrom({ dollars: '1.234', rows: '0.5', mails: 'ten' }).wrong).toEqual(['dollars', 'rows', 'mails'])
})

it('is typed as it was read', () => {
  expect(draftOf({ dollars: 7.5 })).toEqual({ dollars: '7.5', rows: '', mails: '' })
  expect(draftOf(undefined)).toEqual({ dollars: '', rows: '', mails: '' })
})

it('is nearly spent from four fifths on', () => {
  expect([budgetUse(7.9, 10), budgetUse(8, 10), budgetUse(10, 10)]).toEqual(['free', 'nearly', 'spent'])
})

it('is a setting of the flow, which disappears with its last limit', () => {
  const config = { streams: [], transformations: [], budget: { rows: 5 } }
  expect(withBudget(config, { mails: 2 })).toEqual({ streams: [], transformations: [], budget: { mails: 2 } })
  expect(withBudget(config, {})).toEqual({ streams: [], transformations: [] })
})
