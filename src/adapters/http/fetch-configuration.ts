import { type ClientConfiguration, clientConfiguration } from '../../contract/configuration.ts'

/** What this deployment is. @throws when it cannot be had: without it there is no application */
export async function fetchConfiguration(fetch: typeof globalThis.fetch): Promise<ClientConfiguration> {
  const response = await fetch('/config.json', { cache: 'no-cache' })
  if (!response.ok) throw new Error(`/config.json answered with ${response.status}`)
  return clientConfiguration.parse(await response.json())
}
