import type { ClientConfiguration } from '../../contract/configuration.ts'

/** A server that answers nothing shows no page, and a reload may reach another. */
const TIMEOUT_MS = 30_000

/** The configuration of this deployment. @throws when it cannot be loaded: without it there is no application */
export async function fetchConfiguration(
  fetch: typeof globalThis.fetch,
  timeoutMs = TIMEOUT_MS,
): Promise<ClientConfiguration> {
  const response = await fetch('/config.json', { cache: 'no-cache', signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`/config.json answered with ${response.status}`)
  const known: Partial<ClientConfiguration> | null = await response.json()
  const { apiHost, firebase } = known ?? {}
  if (typeof apiHost !== 'string') throw new Error('/config.json does not contain apiHost')
  if (typeof firebase?.apiKey !== 'string') throw new Error('/config.json does not contain firebase.apiKey')
  if (known?.plans && !arePlans(known.plans)) throw new Error('/config.json: each of plans needs an id that is text')
  return { ...known, apiHost, firebase }
}

const arePlans = (plans: unknown): boolean =>
  Array.isArray(plans) && plans.every((plan) => typeof plan?.id === 'string' && plan.id !== '')
