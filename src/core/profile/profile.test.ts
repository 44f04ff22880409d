import { beforeEach, expect, it } from 'vitest'
import { servicesOver } from '../../../test/support/services-over.ts'
import { memoryPorts } from '../../adapters/memory/ports/memory-ports.ts'
import type { Services } from '../services/services.ts'

const serverDown = {
  kind: 'http',
  status: 500,
  statusText: 'Internal Server Error',
  serverMessage: 'Later, please.',
} as const

let ports: ReturnType<typeof memoryPorts>
let services: Services

beforeEach(() => {
  ports = memoryPorts()
  services = servicesOver(ports)
})

it('shows the changed profile, and says so', async () => {
  await services.updateProfile({ displayName: 'Ada Lovelace', photoUrl: 'https://example.com/ada.png' })

  expect(services.sessionState.get().profile).toMatchObject({
    displayName: 'Ada Lovelace',
    photoUrl: 'https://example.com/ada.png',
  })
  expect(ports.notifier.shown).toEqual([{ type: 'positive', code: 'profile.updated' }])
})

it('says what the server explained when a change is refused, and keeps the profile', async () => {
  await services.fetchProfile()
  ports.profiles.failNext(serverDown)

  expect(await services.updateProfile({ displayName: '' })).toMatchObject({ ok: false })
  expect(services.sessionState.get().profile?.displayName).toBe('Ada')
  expect(ports.notifier.shown).toEqual([{ type: 'negative', code: 'profile.update.failed', detail: 'Later, please.' }])
})

it('does not show the profile of somebody who has signed out meanwhile', async () => {
  const release = ports.profiles.holdNext()
  const fetched = services.fetchProfile()

  await services.signOut()
  release()
  await fetched

  expect(services.sessionState.get().profile).toBeNull()
})

it('keeps the profile as it was when it cannot be fetched', async () => {
  ports.profiles.failNext(serverDown)

  await services.fetchProfile()

  expect(services.sessionState.get().profile).toBeNull()
})

it('ends the tour at once, and for every browser of the person', async () => {
  await services.fetchProfile()
  const release = ports.profiles.holdNext()
  const kept = services.keepTour('ended')
  expect(services.sessionState.get().profile).toMatchObject({ displayName: 'Ada', tour: 'ended' })
  release()
  await kept

  expect(ports.profiles.profile.tour).toBe('ended')
  expect(services.loadPreferences().tour).toBeUndefined()
})

it('ends the tour in this browser, silently, where the server does not know it', async () => {
  ports.profiles.failNext(serverDown)
  await services.keepTour('ended')

  expect(services.loadPreferences().tour).toBe('over')
  expect(ports.notifier.shown).toEqual([])
})
