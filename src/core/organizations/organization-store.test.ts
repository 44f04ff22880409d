import { beforeEach, expect, it } from 'vitest'

import { OrganizationStore } from './organization-store.ts'

const first = { id: 'org-1', name: 'First' }
const second = { id: 'org-2', name: 'Second' }

let store: OrganizationStore

beforeEach(() => {
  store = new OrganizationStore()
  store.load([first, second])
})

it('makes the first organization active once the list is loaded', () => {
  expect(store.get()).toEqual({ status: 'loaded', organizations: [first, second], active: first })
})

it('makes none active when the list is empty', () => {
  store.load([])

  expect(store.get().active).toBeNull()
})

it('keeps the chosen one active over a reload, as the reload tells it', () => {
  store.setActive('org-2')
  store.load([first, { ...second, name: 'Renamed' }])

  expect(store.get().active).toEqual({ id: 'org-2', name: 'Renamed' })
})

it('makes the first active when the chosen one is no longer there', () => {
  store.setActive('org-2')
  store.load([first])

  expect(store.get().active).toEqual(first)
})

it('sets only one active that is in the list', () => {
  expect(store.setActive('org-2')).toEqual({ ok: true, value: second })
  expect(store.setActive('org-3')).toEqual({ ok: false, failure: { kind: 'unknown-organization' } })
  expect(store.get().active).toEqual(second)
})

it('appends a new one', () => {
  store.append({ id: 'org-3', name: 'Third' })

  expect(store.get().organizations.map(({ id }) => id)).toEqual(['org-1', 'org-2', 'org-3'])
})

it('replaces the one with the same id, also as the active one', () => {
  store.replace({ id: 'org-1', name: 'Renamed' })
  store.replace({ id: 'org-2', name: 'Also' })

  expect(store.get().organizations.map(({ name }) => name)).toEqual(['Renamed', 'Also'])
  expect(store.get().active?.name).toBe('Renamed')
})

it('clears the active one only when it is the one removed', () => {
  store.remove('org-2')
  expect(store.get()).toEqual({ status: 'loaded', organizations: [first], active: first })

  store.remove('org-1')
  expect(store.get()).toEqual({ status: 'loaded', organizations: [], active: null })
})

it('tells a list that could not be had from an empty one', () => {
  const empty = new OrganizationStore()
  empty.loadFailed()

  expect(empty.get()).toEqual({ status: 'failed', organizations: [], active: null })
})

it('says what the missing organization was needed for', () => {
  store.clear()

  expect(store.require('checkout')).toEqual({
    ok: false,
    failure: { kind: 'no-active-organization', purpose: 'checkout' },
  })
  expect(store.require()).toEqual({ ok: false, failure: { kind: 'no-active-organization' } })
})
