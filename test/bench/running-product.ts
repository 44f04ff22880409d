import { mkdtempSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Endpoint } from '../../src/engine/ports/connector.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { cleanUp, launch, ROOT } from '../start/launch.ts'
import { readEvents } from '../support/read-events.ts'
import type { Measurement } from './measure.ts'

export interface ProductFlow {
  readonly source: Endpoint
  readonly destination: Endpoint
  /** Absent: everything that the source has. */
  readonly entity?: string
  readonly target?: string
  readonly steps?: readonly Step[]
}

export interface RunningProduct {
  /** A flow of an organization of its own, with both connections. @returns what runs it once, from the call to *succeeded* */
  makeFlow(flow: ProductFlow): Promise<() => Promise<Measurement>>
  stop(): Promise<void>
}

/** The whole product as `npm start` starts it, its own store on the same disk as the servers of a bench. */
export async function startProduct(): Promise<RunningProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-product-'))
  await chmod(folder, 0o711)
  const { url } = launch(join(folder, 'data'), {
    args: [join(ROOT, 'src', 'bootstrap', 'start.mjs')],
    env: { LOG_LEVEL: 'error' },
  })
  const origin = await url
  let people = 0
  return {
    makeFlow: async (flow) => makeFlow(await signUp(origin, `person${people++}@example.com`), flow),
    stop: async () => {
      await cleanUp()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Calls the API as one person. */
type Send = (method: string, path: string, body?: object) => Promise<Response>

async function signUp(origin: string, email: string): Promise<Send> {
  const headers = { 'content-type': 'application/json' }
  const { authEmulatorOrigin } = (await (await fetch(`${origin}/config.json`)).json()) as { authEmulatorOrigin: string }
  const account = await fetch(`${authEmulatorOrigin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: 'enchantress', returnSecureToken: true }),
  })
  const { idToken } = (await account.json()) as { idToken: string }
  return async (method, path, body) => {
    const answer = await fetch(origin + path, {
      method,
      headers: { ...headers, authorization: `Bearer ${idToken}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
}

async function makeFlow(send: Send, flow: ProductFlow): Promise<() => Promise<Measurement>> {
  const idOf = async (path: string, body: object) =>
    ((await (await send('POST', path, body)).json()) as { id: string }).id
  const base = `/v1/organizations/${await idOf('/v1/organizations', { name: 'Bench' })}`
  const connect = async (name: string, { integration: type, credentials }: Endpoint) => {
    const integration = await idOf(`${base}/integrations`, { name, type, credentials })
    return { id: await idOf(`${base}/connections`, { name, type, integration_id: integration, config: {} }) }
  }
  const { entity, target, steps = [] } = flow
  const id = await idOf(`${base}/flows`, {
    name: 'Bench',
    source_connection: await connect('Source', flow.source),
    destination_connection: await connect('Destination', flow.destination),
    config: {
      streams: entity === undefined ? [] : [{ entity, target, mode: 'replace' }],
      transformations: steps,
    },
  })
  return async () => {
    const started = performance.now()
    const { run_id } = (await (await send('POST', `${base}/flows/${id}/run`)).json()) as { run_id: string }
    const events = await readEvents(
      await send('GET', `${base}/runs/${run_id}/events`),
      ({ event, data }) => event === 'run' && data.finished_at !== null,
    )
    const seconds = (performance.now() - started) / 1000
    const run = events.findLast(({ event }) => event === 'run')?.data
    if (run?.status !== 'succeeded') throw new Error(`the run ${run?.status}: ${JSON.stringify(run?.error)}`)
    return { seconds, cpuSeconds: 0, peakMegabytes: 0 }
  }
}
