import { beforeEach, describe, expect, it } from 'vitest'

import { aFlow } from '../../../test/support/builders.ts'
import { BrowserChosenOrganizationStore } from './browser-chosen-organization-store.ts'
import { LocalStorageDraftStore } from './local-storage-draft-store.ts'
import { LocalStoragePositionStore } from './local-storage-position-store.ts'
import { LocalStoragePreferenceStore } from './local-storage-preference-store.ts'
import { LocalStorageUnfinishedBulkStore } from './local-storage-unfinished-bulk-store.ts'
import { SessionEditHistoryStore } from './session-edit-history-store.ts'

/** The used part of a browser's storage. */
class FakeStorage {
  readonly kept = new Map<string, string>()
  isForbidden = false

  readonly getItem = (key: string) => this.#allowed().get(key) ?? null
  readonly setItem = (key: string, value: string) => void this.#allowed().set(key, value)
  readonly removeItem = (key: string) => void this.#allowed().delete(key)

  #allowed() {
    if (this.isForbidden) throw new DOMException('denied', 'SecurityError')
    return this.kept
  }
}

let storage: FakeStorage

beforeEach(() => {
  storage = new FakeStorage()
})

describe('the chosen organization', () => {
  const inTab = (tab: FakeStorage) =>
    new BrowserChosenOrganizationStore(storage as unknown as Storage, tab as unknown as Storage)
  let tab: FakeStorage
  let otherTab: FakeStorage

  beforeEach(() => {
    tab = new FakeStorage()
    otherTab = new FakeStorage()
    inTab(tab).save('ada', 'org-2')
    inTab(otherTab).save('ada', 'org-3')
  })

  it('stays that of the tab, and is the last of all in a new tab', () => {
    expect(inTab(tab).load('ada')).toBe('org-2')
    expect(inTab(new FakeStorage()).load('ada')).toBe('org-3')
  })

  it('is nobody else’s', () => {
    expect(inTab(tab).load('grace')).toBeUndefined()
  })

  it('is over in every tab once it is forgotten in one', () => {
    inTab(otherTab).clear()

    expect(inTab(tab).load('ada')).toBeUndefined()
  })
})

describe('what was asked for many objects', () => {
  const unfinished = () => new LocalStorageUnfinishedBulkStore(storage as unknown as Storage)

  it('is there after a reload, apart for each person, organization and action', () => {
    unfinished().save('ada', 'org-1', 'runFlows', { 'flow-1': 'run-1' })

    expect(unfinished().load('ada', 'org-1', 'runFlows')).toEqual({ 'flow-1': 'run-1' })
    expect(unfinished().load('ada', 'org-1', 'deleteFlows')).toBeUndefined()
    expect(unfinished().load('ada', 'org-2', 'runFlows')).toBeUndefined()
    expect(unfinished().load('grace', 'org-1', 'runFlows')).toBeUndefined()
    unfinished().remove('ada', 'org-1', 'runFlows')
    expect([...storage.kept]).toEqual([])
  })

  it.each(['{', '"text"', '{"flow-1":7}'])('is nothing if %s is stored', (text) => {
    storage.kept.set('millrace.bulk.ada.org-1.runFlows', text)

    expect(unfinished().load('ada', 'org-1', 'runFlows')).toBeUndefined()
  })
})

describe('positions', () => {
  const positions = () => new LocalStoragePositionStore(storage as unknown as Storage)
  const placed = { source: { x: 1, y: 2 }, destination: { x: 3, y: 4 }, transformations: { t1: { x: 5, y: 6 } } }

  it('stay in the browser, flow by flow', () => {
    positions().save('flow-1', placed)

    expect(positions().load('flow-1')).toEqual(placed)
    expect(positions().load('flow-2')).toEqual({ transformations: {} })
    expect([...storage.kept.keys()]).toEqual(['millrace.positions.flow-1'])
  })

  it('go with the flow', () => {
    positions().save('flow-1', placed)
    positions().remove('flow-1')

    expect(storage.kept.size).toBe(0)
  })

  it.each([
    '{',
    'null',
    '7',
    '{"source":{"x":"1","y":2},"destination":null,"transformations":{"t1":{"x":null,"y":1}}}',
  ])('are the defaults when %s is stored', (text) => {
    storage.kept.set('millrace.positions.flow-1', text)

    expect(positions().load('flow-1')).toEqual({ transformations: {} })
  })

  it('are only for this visit where storage is forbidden', () => {
    storage.isForbidden = true
    positions().save('flow-1', placed)
    positions().remove('flow-1')

    expect(positions().load('flow-1')).toEqual({ transformations: {} })
  })
})

describe('unsaved changes of a flow', () => {
  const drafts = () => new LocalStorageDraftStore(storage as unknown as Storage)
  const unsaved = { base: aFlow(), change: { enabled: false }, at: 5 }

  it('stay in the browser, person by person and flow by flow, until they are saved', () => {
    drafts().save('ada', 'flow-1', unsaved)

    expect(drafts().load('ada', 'flow-1')).toEqual(unsaved)
    expect(drafts().load('eve', 'flow-1')).toBeUndefined()
    expect(drafts().load('ada', 'flow-2')).toBeUndefined()

    drafts().remove('ada', 'flow-1')
    expect(storage.kept.size).toBe(0)
  })

  it.each([
    '{',
    'null',
    JSON.stringify({ ...unsaved, at: 'now' }),
    JSON.stringify({ ...unsaved, base: aFlow({ id: 'another' }) }),
    JSON.stringify({ ...unsaved, base: { id: 'flow-1' } }),
    JSON.stringify({ ...unsaved, change: null }),
    JSON.stringify({ ...unsaved, change: { name: 7 } }),
    JSON.stringify({ ...unsaved, change: { config: { streams: [], transformations: [null] } } }),
  ])('are none when %s is stored', (text) => {
    storage.kept.set('millrace.drafts.ada.flow-1', text)

    expect(drafts().load('ada', 'flow-1')).toBeUndefined()
  })
})

describe('preferences', () => {
  const preferences = () => new LocalStoragePreferenceStore(storage as unknown as Storage)

  it('are remembered', () => {
    const chosen = {
      theme: 'dark',
      language: 'de',
      timeZone: 'Europe/Berlin',
      singleKeys: 'off',
      tour: 'over',
      editor: { panelWidth: 480, drawerIsOpen: false },
    } as const
    preferences().save(chosen)

    expect(preferences().load()).toEqual(chosen)
  })

  it.each(['null', '[', '{"theme":"pink","language":1,"timeZone":null,"singleKeys":"on"}'])(
    'follow the system when %s is stored',
    (text) => {
      storage.kept.set('millrace.preferences', text)

      expect(preferences().load()).toEqual({})
    },
  )
})

describe('what undo goes back through', () => {
  const histories = () => new SessionEditHistoryStore(storage as unknown as Storage)
  const snapshot = (name: string) => ({ draft: aFlow({ name }), placed: { transformations: {} } })

  it('is there again after a reload, for that person and flow alone', () => {
    const history = { version: 3, past: [snapshot('one')], future: [snapshot('two')] }
    histories().save('ada', 'flow-1', history)

    expect(histories().load('ada', 'flow-1')).toEqual(history)
    expect(histories().load('grace', 'flow-1')).toBeUndefined()
    expect(histories().load('ada', 'flow-2')).toBeUndefined()
  })

  it('is kept as far back as there is room', () => {
    const past = ['a', 'b', 'c'].map((letter) => snapshot(letter.repeat(100_000)))
    histories().save('ada', 'flow-1', { version: 3, past, future: [] })

    expect(histories().load('ada', 'flow-1')?.past).toEqual(past.slice(1))
  })

  it.each(['null', '[', '{"past":[{}],"future":[]}'])('is nothing when %s is stored', (text) => {
    storage.kept.set('millrace.edits.ada.flow-1', text)

    expect(histories().load('ada', 'flow-1')).toBeUndefined()
  })
})
