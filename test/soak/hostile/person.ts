import { setTimeout as delay } from 'node:timers/promises'

import type { Installation } from './installation.ts'

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a soak looks into answers of every shape
  readonly body: any
  readonly milliseconds: number
}

export interface Person {
  /** The path of the organization. */
  readonly base: string
  /** @throws when nobody answers, as while the API is started again */
  call(method: string, path: string, body?: object): Promise<Reply>
  /** The same, again until somebody answers without a fault of the server. */
  insist(method: string, path: string, body?: object): Promise<Reply>
  /** Adds a connection to a Postgres. @returns its reference */
  connect(dbname: string, port?: number): Promise<{ readonly id: string }>
}

const AGAIN_MS = 500

/** An account with an organization of its own. @param number makes its name and its address */
export async function enroll(installation: Installation, number: number): Promise<Person> {
  const { url, accounts, postgres } = installation
  const entered = await fetch(`${accounts}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `person${number}@example.com`, password: 'enchantress', returnSecureToken: true }),
  })
  const { idToken } = (await entered.json()) as { idToken: string }
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${idToken}`,
    'x-forwarded-for': `198.51.100.${number + 1}`,
  }
  const call = async (method: string, path: string, body?: object): Promise<Reply> => {
    const begun = performance.now()
    const answer = await fetch(url + path, {
      method,
      headers,
      signal: AbortSignal.timeout(120_000),
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: parsed(text), milliseconds: performance.now() - begun }
  }
  const insist = async (method: string, path: string, body?: object): Promise<Reply> => {
    for (;;) {
      const reply = await call(method, path, body).catch(() => undefined)
      if (reply && reply.status < 500 && reply.status !== 429) return reply
      await delay(AGAIN_MS)
    }
  }
  const { body } = await insist('POST', '/v1/organizations', { name: `Organization ${number}` })
  const base = `/v1/organizations/${body.id}`
  return {
    base,
    call,
    insist,
    connect: async (dbname, port = postgres.port) => {
      const { host, user, password } = postgres
      const credentials = { host, port, user, password, dbname, sslmode: port === postgres.port ? 'prefer' : 'disable' }
      const draft = { name: dbname, type: 'postgres', credentials }
      const integration = await insist('POST', `${base}/integrations`, draft)
      const connection = { name: dbname, type: 'postgres', integration_id: integration.body.id, config: {} }
      return { id: (await insist('POST', `${base}/connections`, connection)).body.id }
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
