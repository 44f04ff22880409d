import { ROUTES } from '../contract/routes.ts'
import { connect } from '../sdk/connect.ts'
import { CommandFailure } from './command-failure.ts'
import { exchangedLogin } from './exchanged-login.ts'
import { readLogin } from './login-file.ts'

type Key = NonNullable<Parameters<typeof connect>[0]['key']>

export type Call = ReturnType<typeof connect>

/** The organization of the key, and calls in it. */
export interface Session {
  readonly call: Call
  readonly url: string
  readonly orgId: string
  readonly organization: string
  readonly role: string
}

/** @throws CommandFailure without a key. @throws MillraceError when the server refuses it */
export async function openSession(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Session> {
  const login = exchangedLogin(environment) ?? readLogin(environment)
  if (login) return sessionOf(login)
  throw new CommandFailure(
    'There is no key. Create one under Settings, Keys, then type "millrace login", or set MILLRACE_KEY and MILLRACE_URL. A CI job needs none: see "Without a key" in docs/api.md.',
  )
}

export async function sessionOf({ url, key }: { readonly url: string; readonly key: Key }): Promise<Session> {
  const call = connect({ url, key })
  const [organization] = await call(ROUTES.listOrganizations, {})
  if (!organization) throw new CommandFailure('The key belongs to no organization any more.')
  const { id: orgId, name, roles } = organization
  return { call, url, orgId, organization: String(name ?? orgId), role: (roles ?? [])[0] ?? '' }
}
