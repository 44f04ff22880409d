import { expect, it } from 'vitest'

import { MemoryEditHistoryStore } from '../../../adapters/memory/flows/memory-edit-history-store.ts'
import type { StoredEditHistory } from './edit-history-store.ts'
import { makeLoadEditHistory, makeSaveEditHistory } from './keep-edit-history.ts'

const HISTORY = { version: 3 } as StoredEditHistory

function editing(uid: string | null) {
  const session = { get: () => ({ status: 'ready' as const, user: uid === null ? null : { uid } }) as never }
  const editHistories = new MemoryEditHistoryStore()
  const deps = { session, editHistories }
  return { load: makeLoadEditHistory(deps), save: makeSaveEditHistory(deps) }
}

it('keeps the changes of a person over a reload', () => {
  const { load, save } = editing('ada')
  save('orders', HISTORY)
  expect(load({ id: 'orders', version: 3 })).toEqual(HISTORY)
})

it('forgets them when the flow was changed elsewhere', () => {
  const { load, save } = editing('ada')
  save('orders', HISTORY)
  expect(load({ id: 'orders', version: 4 })).toBeUndefined()
  expect(load({ id: 'items', version: 3 })).toBeUndefined()
})

it('keeps nothing of nobody', () => {
  const { load, save } = editing(null)
  save('orders', HISTORY)
  expect(load({ id: 'orders', version: 3 })).toBeUndefined()
})
