import { randomUUID } from 'node:crypto'
import { afterAll } from 'vitest'

import { ManualClock } from '../../src/adapters/memory/manual-clock.ts'
import { MemoryIdentity, memoryUser } from '../../src/adapters/memory/memory-identity.ts'
import { memoryPorts } from '../../src/adapters/memory/ports/memory-ports.ts'
import { httpPorts } from '../../src/composition/http-ports.ts'
import type { Credentials } from '../../src/core/integrations/integration.ts'
import type { Member } from '../../src/core/members/member.ts'
import type { Run, RunLogLine } from '../../src/core/runs/run.ts'
import { makeContractApi } from '../support/contract-api.ts'
import { type Api, startApi } from '../support/start-api.ts'

type ApiPorts = Omit<ReturnType<typeof httpPorts>, 'runEvents'>

/** Somewhere that the API's ports can be had from, and what only its owner can put in. */
export interface Environment {
  /** Two that the caller belongs to, and that do not know of each other. */
  readonly organizationId: string
  readonly otherOrganizationId: string
  /** Of a PostgreSQL that a connection test reaches. */
  readonly credentials: Credentials
  readonly ports: { readonly [K in keyof ApiPorts]: Pick<ApiPorts[K], keyof ApiPorts[K]> }
  readonly seedMember: (organizationId: string, member: Member) => void
  readonly seedRun: (organizationId: string, run: Run, lines: readonly RunLogLine[]) => void
}

const pretended = {
  organizationId: '11111111-1111-4111-8111-111111111111',
  otherOrganizationId: '22222222-2222-4222-8222-222222222222',
  credentials: { host: 'db.test', port: 5432, user: 'u', password: 'p', dbname: 'd', sslmode: 'prefer' },
}

async function memory(): Promise<Environment> {
  const ports = memoryPorts()
  return {
    ...pretended,
    ports,
    seedMember: (organizationId, member) => ports.members.put(organizationId, member),
    seedRun: (organizationId, run, lines) => ports.runs.put(organizationId, run, lines),
  }
}

async function http(): Promise<Environment> {
  const { fetch, seed } = makeContractApi()
  const identity = new MemoryIdentity(memoryUser('ada@example.com'))
  return {
    ...pretended,
    ports: httpPorts({ baseUrl: '', identity, clock: new ManualClock(), fetch }),
    seedMember: (organizationId, { id, email, roles }) => seed.member(organizationId, { id, email, roles }),
    seedRun: (organizationId, { id, flowId, status }, lines) =>
      seed.run(organizationId, { id, flow_id: flowId, status, streams: [] }, [...lines]),
  }
}

/** Each test is a new person with two organizations. */
async function serverOf(api: Api): Promise<Environment> {
  const uid = randomUUID()
  const { host, port, user, password, database } = api.postgres
  const nothing = () => {
    throw new Error('the real server makes members and runs itself')
  }
  return {
    organizationId: await api.organizationOf(uid, 'One'),
    otherOrganizationId: await api.organizationOf(uid, 'Two'),
    credentials: { host, port, user, password, dbname: database, sslmode: 'prefer' },
    ports: httpPorts({
      baseUrl: '',
      identity: new MemoryIdentity(memoryUser(`${uid}@example.com`)),
      clock: new ManualClock(),
      fetch: (path, init) => api.fetch(uid, String(path), init),
    }),
    seedMember: nothing,
    seedRun: nothing,
  }
}

/** The same promises, kept by every adapter: a fake is honest because it passes what the real one passes. */
export const ENVIRONMENTS: readonly (readonly [string, () => Promise<Environment>])[] = [
  ['memory', memory],
  ['http', http],
]

/** For what the real server can be asked for without seeding: it is in this process, one for all tests of a file. */
export function environmentsWithServer(): typeof ENVIRONMENTS {
  let started: Promise<Api> | undefined
  afterAll(async () => {
    await (await started)?.stop()
  })
  const server = async () => {
    started ??= startApi({ takesRuns: false })
    return serverOf(await started)
  }
  return [...ENVIRONMENTS, ['the real server', server]]
}

export const ABSENT = '00000000-0000-4000-8000-000000000000'

/** The value of a result that the test takes for granted. */
export async function given<T>(result: Promise<{ ok: true; value: T } | { ok: false; failure: unknown }>): Promise<T> {
  const settled = await result
  if (!settled.ok) throw new Error(`not given: ${JSON.stringify(settled.failure)}`)
  return settled.value
}

export const notFound = { ok: false, failure: { kind: 'http', status: 404 } }
