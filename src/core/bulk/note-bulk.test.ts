import { beforeEach, expect, it } from 'vitest'
import { servicesOver } from '../../../test/support/services-over.ts'
import { memoryPorts } from '../../adapters/memory/ports/memory-ports.ts'
import type { Services } from '../services/services.ts'

let ports: ReturnType<typeof memoryPorts>
let services: Services

beforeEach(() => {
  ports = memoryPorts()
  services = servicesOver(ports)
})

const asked = (...ids: string[]) => ids.map((id) => ({ id, mark: `run of ${id}` }))

it('remembers what was asked for until there is an answer, beside what was asked for before', () => {
  services.noteBulk('deleteFlows', asked('a', 'b'))
  const forget = services.noteBulk('deleteFlows', asked('c'))
  expect(services.loadUnfinishedBulk('deleteFlows')).toEqual({ a: 'run of a', b: 'run of b', c: 'run of c' })
  expect(services.loadUnfinishedBulk('testConnections')).toEqual({})

  forget()
  expect(services.loadUnfinishedBulk('deleteFlows')).toEqual({ a: 'run of a', b: 'run of b' })

  services.forgetBulk('deleteFlows')
  expect(services.loadUnfinishedBulk('deleteFlows')).toEqual({})
})

it('asks no longer for what is left out when one goes on', () => {
  services.noteBulk('deleteFlows', asked('a', 'b'))
  services.noteBulk('deleteFlows', [{ id: 'a', mark: undefined }, ...asked('b')])

  expect(services.loadUnfinishedBulk('deleteFlows')).toEqual({ b: 'run of b' })
})

it('keeps organizations apart, also when the answer comes after somebody has changed to another one', () => {
  const forget = services.noteBulk('deleteFlows', asked('a'))
  ports.organization.load([
    { id: 'org-1', name: 'Analytical Engines' },
    { id: 'org-2', name: 'Difference Engines' },
  ])
  services.setActiveOrganization('org-2')
  services.noteBulk('deleteFlows', asked('x'))
  forget()

  expect(services.loadUnfinishedBulk('deleteFlows')).toEqual({ x: 'run of x' })
  services.setActiveOrganization('org-1')
  expect(services.loadUnfinishedBulk('deleteFlows')).toEqual({})
})

it('remembers nothing for somebody who is signed out', () => {
  ports.session.end()
  services.noteBulk('deleteFlows', asked('a'))

  expect(services.loadUnfinishedBulk('deleteFlows')).toEqual({})
})
