import { aBusyOrganization, type Fakes } from './organization-fakes.ts'

const COUNT = 10_000

/** An organization with ten thousand objects in every list. */
export async function aLargeOrganization(): Promise<Fakes> {
  const fakes = await aBusyOrganization()
  const { integrations, connections, flows } = fakes
  for (let number = 1; number <= COUNT; number++) {
    const name = `Branch ${String(number).padStart(5, '0')}`
    const google = { name, type: 'google_oauth', mergedIntegration: false, credentials: {} } as const
    const integration = await integrations.add('org-1', google)
    if (!integration.ok) throw new Error('a fake refused')
    const sheets = { name, type: 'google_sheets', capability: 'both', config: {} } as const
    await connections.add('org-1', { ...sheets, integrationId: integration.value.id })
    flows.put('org-1', { id: `branch-${number}`, name, enabled: true, config: { streams: [], transformations: [] } })
  }
  return fakes
}
