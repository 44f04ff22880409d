import type { Endpoint } from '../../../engine/ports/connector.ts'

/**
 * The account with which a connection signs in, by its name: the user of a database, the address of a Google account or of a service account.
 * Nothing if the credentials are only a key.
 */
export function accountOf({
  integration,
  credentials,
}: Pick<Endpoint, 'integration' | 'credentials'>): string | undefined {
  if (integration === 'gcp') return textOf(serviceAccountOf(credentials['service_account_key'])['client_email'])
  return textOf(credentials[integration === 'google_oauth' ? 'email' : 'user'])
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** An unreadable key is refused where it is used. */
function serviceAccountOf(key: unknown): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(String(key))
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
