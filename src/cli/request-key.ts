import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import { ROUTES } from '../contract/routes.ts'
import { connect, passes } from '../sdk/connect.ts'
import { MillraceError } from '../sdk/millrace-error.ts'
import { CommandFailure } from './command-failure.ts'

const PAUSE_MS = 2_000

export interface KeyPage {
  /** A person creates the key there. */
  readonly address: string
  /** The page has to show it. */
  readonly code: string
}

/**
 * Asks a server for a key that a person creates in the browser, and waits for it, as RFC 8628 has it: the secret stays here, the code is shown on both sides.
 * @throws CommandFailure when nobody has created it in time, or the server is an older one
 */
export async function requestKey(url: string, show: (page: KeyPage) => void): Promise<string> {
  const call = connect({ url })
  const secret = randomBytes(32).toString('base64url')
  const secretHash = createHash('sha256').update(secret).digest('hex')
  const { code, expires_at } = await call(ROUTES.requestKey, { body: { secret_hash: secretHash } }).catch(
    explainOlderServer,
  )
  const address = new URL('/organization-settings', url)
  address.search = new URLSearchParams({ section: 'keys', dialog: 'add', code }).toString()
  show({ address: address.href, code })
  while (Date.now() < Date.parse(expires_at)) {
    await wait(PAUSE_MS)
    const { key } = await call(ROUTES.fetchKey, { body: { secret } }).catch(unlessAway)
    if (key !== undefined) return key
  }
  throw new CommandFailure('Nobody has created a key on that page in time. Type "millrace login" again.')
}

/** A laptop that was closed, or a server that restarts, does not end the waiting. */
function unlessAway(error: unknown): { readonly key?: string } {
  if (passes(error)) return {}
  throw error
}

function explainOlderServer(error: unknown): never {
  if (!(error instanceof MillraceError) || error.status !== 404) throw error
  throw new CommandFailure(
    'This server is older and gives no keys by the browser. Create one under Settings, Keys, then type "millrace login --key".',
    { cause: error },
  )
}
