import { expect, it } from 'vitest'

import { ANNOUNCEMENTS } from '../core/notices/announcements.ts'
import { SERVICE_NAMES } from './core-module.ts'
import { createContainer } from './create-container.ts'
import { environmentModule } from './environment-module.ts'
import { httpPorts } from './http-ports.ts'
import { memoryModule } from './memory-module.ts'
import { memoryPorts } from './memory-ports.ts'
import type { Ports } from './ports.ts'
import { servicesFrom } from './services-from.ts'

it('hands out every service', () => {
  const services = servicesFrom(createContainer(memoryModule()))

  expect(Object.keys(services)).toEqual(SERVICE_NAMES)
  expect(Object.values(services).every((service) => service !== undefined)).toBe(true)
})

it('names at start what an environment has forgotten', () => {
  const { connections: _, ...rest } = memoryPorts()

  expect(() => createContainer(environmentModule(rest as unknown as Ports))).toThrow(/millrace\.connections/)
})

it('gives every container its own services', () => {
  const one = createContainer(memoryModule())
  const other = createContainer(memoryModule())

  expect(servicesFrom(one).signIn).not.toBe(servicesFrom(other).signIn)
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
    'log',
    'notifier',
    'uniqueKeys',
    'session',
    'organization',
    'resources',
    'positions',
    'drafts',
    'preferences',
  ]

  expect(new Set([...browserOwn, ...Object.keys(http)])).toEqual(new Set(Object.keys(ports)))
})
