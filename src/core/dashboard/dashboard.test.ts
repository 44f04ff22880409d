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

it('asks for a period', async () => {
  await services.fetchDashboard('30d')

  expect(ports.dashboards.period).toBe('30d')
})

it('asks for the default period as the specification does: without naming it', async () => {
  await services.fetchDashboard('30d')
  await services.fetchDashboard('7d')

  expect(ports.dashboards.period).toBeUndefined()
})
