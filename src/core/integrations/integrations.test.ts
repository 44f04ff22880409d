import { beforeEach, expect, it } from 'vitest'

import { serverDown } from '../../../test/support/builders.ts'
import { servicesOver } from '../../../test/support/services-over.ts'
import { memoryPorts } from '../../adapters/memory/ports/memory-ports.ts'
import type { Services } from '../services/services.ts'

const aws = {
  name: 'AWS',
  type: 'aws',
  mergedIntegration: false,
  credentials: { access_key_id: 'AKIA', secret_access_key: 's3cret', region: 'us-east-1' },
} as const

let ports: ReturnType<typeof memoryPorts>
let services: Services

beforeEach(async () => {
  ports = memoryPorts()
  services = servicesOver(ports)
  await services.addIntegration(aws)
})

it('shows details with their secrets masked', async () => {
  expect(await services.fetchIntegrationDetails('integration-1')).toMatchObject({
    ok: true,
    value: { name: 'AWS', credentials: { access_key_id: 'AKIA', secret_access_key: '********', region: 'us-east-1' } },
  })
})

it('changes and removes', async () => {
  await services.updateIntegration(
    { id: 'integration-1' },
    { name: 'AWS Europe', credentials: { region: 'eu-west-1' } },
  )
  expect(await services.listIntegrations()).toMatchObject({ value: [{ name: 'AWS Europe' }] })

  await services.removeIntegration('integration-1')
  expect(await services.listIntegrations()).toEqual({ ok: true, value: [] })
})

it('answers with Google’s consent page, and with no other address', async () => {
  expect(await services.startGoogleAuth({ name: 'Sheets' })).toEqual({
    ok: true,
    value: { url: 'https://accounts.example/consent' },
  })

  ports.integrations.consentUrl = 'javascript:alert(1)'
  expect(await services.startGoogleAuth()).toMatchObject({ ok: false, failure: { kind: 'unsafe-address' } })
  expect(ports.notifier.shown).toEqual([{ type: 'negative', code: 'integration.google.failed' }])
})

it.each([
  ['integration.list.failed', () => services.listIntegrations()],
  ['integration.add.failed', () => services.addIntegration(aws)],
  ['integration.update.failed', () => services.updateIntegration({ id: 'integration-1' }, {})],
  ['integration.delete.failed', () => services.removeIntegration('integration-1')],
  ['integration.google.failed', () => services.startGoogleAuth()],
] as const)('says %s', async (code, act) => {
  ports.integrations.failNext(serverDown)

  expect(await act()).toMatchObject({ ok: false, failure: serverDown })
  expect(ports.notifier.shown).toEqual([{ type: 'negative', code }])
})
