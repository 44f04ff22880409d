import { expect, it } from 'vitest'

import { Store } from './observable.ts'

it('tells every listener of a change, and none that has left', () => {
  const store = new Store(1)
  const heard: string[] = []
  const leave = store.subscribe(() => heard.push(`a${store.get()}`))
  store.subscribe(() => heard.push(`b${store.get()}`))

  store.set(2)
  leave()
  store.set(3)

  expect(heard).toEqual(['a2', 'b2', 'b3'])
})

it('says nothing when nothing changed', () => {
  const store = new Store('same')
  let calls = 0
  store.subscribe(() => calls++)

  store.set('same')

  expect(calls).toBe(0)
})

it('lets a listener leave while it is being told', () => {
  const store = new Store(1)
  let calls = 0
  const leave = store.subscribe(() => {
    calls++
    leave()
  })
  store.subscribe(() => calls++)

  store.set(2)
  store.set(3)

  expect(calls).toBe(3)
})
