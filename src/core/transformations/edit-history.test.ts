import { expect, it } from 'vitest'

import { EditHistory } from './edit-history.ts'

function aHistory() {
  const clock = { now: 0 }
  return { clock, history: new EditHistory<string>(() => clock.now) }
}

it('goes back and forth', () => {
  const { history } = aHistory()
  history.record('one')
  history.record('two')

  expect(history.undo('three')).toBe('two')
  expect(history.undo('two')).toBe('one')
  expect(history.undo('one')).toBeUndefined()
  expect(history.redo('one')).toBe('two')
  expect(history.redo('two')).toBe('three')
  expect(history.redo('three')).toBeUndefined()
})

it('takes the letters of one word back at once, and a later word by itself', () => {
  const { clock, history } = aHistory()
  history.record('', 'name')
  history.record('O', 'name')
  clock.now = 5_000
  history.record('Or', 'name')

  expect(history.undo('Ord')).toBe('Or')
  expect(history.undo('Or')).toBe('')
})

it('keeps changes of two kinds apart', () => {
  const { history } = aHistory()
  history.record('a', 'name')
  history.record('b', 'limit')

  expect(history.undo('c')).toBe('b')
})

it('forgets what was undone when something else is changed', () => {
  const { history } = aHistory()
  history.record('one')
  history.undo('two')
  history.record('one')

  expect(history.canRedo).toBe(false)
  expect(history.canUndo).toBe(true)
})

it('begins anew', () => {
  const { history } = aHistory()
  history.record('one')
  history.record('two')
  history.undo('three')
  history.clear()

  expect([history.canUndo, history.canRedo]).toEqual([false, false])
})
