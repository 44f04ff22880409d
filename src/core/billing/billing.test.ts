import { beforeEach, expect, it } from 'vitest'
import { servicesOver } from '../../../test/support/services-over.ts'
import { memoryPorts } from '../../adapters/memory/ports/memory-ports.ts'
import type { Services } from '../services/services.ts'

const refused = { kind: 'http', status: 402, statusText: 'Payment Required' } as const

let ports: ReturnType<typeof memoryPorts>
let services: Services

beforeEach(() => {
  ports = memoryPorts()
  services = servicesOver(ports)
})

it('hands on status, dashboard and plans as they came', async () => {
  ports.billing.billingStatus = { plan: 'free' }
  ports.dashboards.dashboard = { anything: [1] }

  expect(await services.fetchBillingStatus()).toEqual({ ok: true, value: { plan: 'free' } })
  expect(await services.fetchDashboard()).toEqual({ ok: true, value: { anything: [1] } })
  expect(await services.listPlans()).toEqual({ ok: true, value: [{ id: 'free', name: 'Free' }] })
})

it('answers with the pages to pay and to manage on', async () => {
  expect(await services.startCheckout('pro')).toEqual({ ok: true, value: { url: 'https://pay.example/checkout/pro' } })
  expect(await services.openCustomerPortal()).toEqual({ ok: true, value: { url: 'https://pay.example/portal' } })
})

it('sends nobody to an address that is no page', async () => {
  ports.billing.site = 'javascript:alert(1)//'

  expect(await services.startCheckout('pro')).toMatchObject({ ok: false, failure: { kind: 'unsafe-address' } })
  expect(await services.openCustomerPortal()).toMatchObject({ ok: false, failure: { kind: 'unsafe-address' } })
  expect(ports.notifier.shown).toEqual(Array(2).fill({ type: 'negative', code: 'address.unsafe' }))
})

it.each([
  ['fetchBillingStatus', () => services.fetchBillingStatus(), true],
  ['startCheckout', () => services.startCheckout('pro'), true],
  ['openCustomerPortal', () => services.openCustomerPortal(), false],
] as const)('tells the status when %s fails, and rethrows as the spec lists it', async (_, act, rethrow) => {
  ports.billing.failNext(refused)

  expect(await act()).toEqual({ ok: false, failure: refused, rethrow })
  expect(ports.notifier.shown).toEqual([{ type: 'negative', code: 'http.error', values: { status: 402 } }])
})
