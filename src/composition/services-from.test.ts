import { expect, it } from 'vitest'
import { memoryPorts } from '../adapters/memory/ports/memory-ports.ts'
import { ANNOUNCEMENTS } from '../core/notices/announcements.ts'
import { SERVICE_NAMES } from './core-module.ts'
import { httpPorts } from './http-ports.ts'
import { memoryContainer } from './memory-container.ts'
import { servicesFrom } from './services-from.ts'

it('hands out every service', () => {
  const services = servicesFrom(memoryContainer())

  expect(Object.keys(services)).toEqual(SERVICE_NAMES)
  expect(Object.values(services).every((service) => service !== undefined)).toBe(true)
})

it('names at start what an environment has forgotten', () => {
  const container = memoryContainer()
  container.unbindSync('connections')

  expect(() => servicesFrom(container)).toThrow(/connections/)
})

it('gives every environment its own services', () => {
  expect(servicesFrom(memoryContainer()).signIn).not.toBe(servicesFrom(memoryContainer()).signIn)
})

it('announces only operations that there are', () => {
  const withinTheSession = ['waitForUser', 'fetchProfileAfterSignIn']

  expect(Object.keys(ANNOUNCEMENTS).filter((name) => !(SERVICE_NAMES as string[]).includes(name))).toEqual(
    withinTheSession,
  )
})

it('answers over HTTP for every port that has a fake of the API', () => {
  const ports = memoryPorts()
  const http = httpPorts({ baseUrl: '', identity: ports.identity, clock: ports.clock, fetch })
  const browserOwn = [
    'identity',
    'clock',
    'site',
    'log',
    'notifier',
    'uniqueKeys',
    'session',
    'missingCalls',
    'organization',
    'chosenOrganization',
    'resources',
    'positions',
    'drafts',
    'editHistories',
    'unfinishedBulks',
    'preferences',
  ]

  expect(new Set([...browserOwn, ...Object.keys(http)])).toEqual(new Set(Object.keys(ports)))
})
