import { readFileSync } from 'node:fs'
import { z } from 'zod/mini'

import { ROUTES } from '../contract/routes.ts'
import { defined } from '../core/catalog/defined.ts'
import { connect } from '../sdk/connect.ts'
import { CommandFailure } from './command-failure.ts'
import { endsSoon, type HeldKey, heldKeyFile, readHeldKey, storeHeldKey } from './held-key.ts'
import { OWN_URL } from './login-file.ts'

type Environment = Readonly<Record<string, string | undefined>>

const TIMEOUT_MS = 30_000
/** A key that ends sooner is exchanged again, because a run may be waited for longer than a key is valid. */
const RENEWED_MS = 5 * 60_000

/** A server, and what gives its key before each call. */
interface ExchangedLogin {
  readonly url: string
  key(): Promise<string>
}

/**
 * Keys of some minutes for tokens of a CI job, if MILLRACE_SERVICE_MEMBER names a program. The token is MILLRACE_TOKEN, the content of
 * MILLRACE_TOKEN_FILE, or what GitHub Actions gives to a job with `permissions: id-token: write`
 * (docs.github.com/actions/reference/security/oidc). `key` throws CommandFailure without a token, and MillraceError when it is refused.
 */
export function exchangedLogin(environment: Environment): ExchangedLogin | undefined {
  const serviceMember = environment['MILLRACE_SERVICE_MEMBER']
  if (serviceMember === undefined || serviceMember === '') return undefined
  const url = environment['MILLRACE_URL'] ?? OWN_URL
  let held: HeldKey | undefined
  const key = async () => {
    if (held === undefined || endsSoon(held, RENEWED_MS)) {
      const token = await readToken(environment, url)
      // Another command of the same job may have exchanged the token, which is done once.
      const file = heldKeyFile(environment, [url, serviceMember, token])
      held = readHeldKey(file) ?? held
      if (held === undefined || endsSoon(held, RENEWED_MS)) {
        const body = { service_member_id: serviceMember, token, ...defined({ held_key: held?.key }) }
        held = await connect({ url })(ROUTES.exchangeToken, { body })
        storeHeldKey(file, held)
      }
    }
    return held.key
  }
  return { url, key }
}

async function readToken(environment: Environment, url: string): Promise<string> {
  const token = environment['MILLRACE_TOKEN'] ?? fromFile(environment) ?? (await fromGitHub(environment, url))
  if (token === undefined)
    throw new CommandFailure(
      'MILLRACE_SERVICE_MEMBER is set, but there is no token. Set MILLRACE_TOKEN or MILLRACE_TOKEN_FILE; a job of GitHub Actions needs "permissions: id-token: write".',
    )
  return token.trim()
}

function fromFile({ MILLRACE_TOKEN_FILE: path }: Environment): string | undefined {
  if (path === undefined) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new CommandFailure(`The file ${path} of MILLRACE_TOKEN_FILE cannot be read.`, { cause })
  }
}

async function fromGitHub(
  { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: bearer, MILLRACE_AUDIENCE }: Environment,
  url: string,
): Promise<string | undefined> {
  if (address === undefined || bearer === undefined) return undefined
  const asked = new URL(address)
  asked.searchParams.set('audience', MILLRACE_AUDIENCE ?? new URL(url).origin)
  const answer = await fetch(asked, {
    headers: { authorization: `Bearer ${bearer}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!answer.ok) throw new CommandFailure(`GitHub gave the job no token: it answered ${answer.status}.`)
  return z.object({ value: z.string() }).parse(await answer.json()).value
}
