import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { cleanUp, family, type Launched } from '../../start/launch.ts'
import { freePort, launchSupervised, serverOf } from '../../start/launch-supervised.ts'
import { startLocalService } from '../../support/identity-services.ts'
import { type RunningPostgres, startPostgres } from '../../support/postgres/start-postgres.ts'
import { run } from '../../support/run-sql.ts'

export interface Installation {
  /** The address of the API, also after it was killed. */
  readonly url: string
  readonly accounts: string
  readonly storeUrl: string
  /** Has the databases of all accounts. */
  readonly postgres: RunningPostgres
  urlOf(database: string): string
  /** What may be killed now: what it is, and its process. */
  victims(): readonly { readonly name: string; readonly processId: number }[]
  /** Processes of servers that are there at this moment, for their memory. */
  servers(): readonly number[]
  /** What the servers have logged as errors, each kind once. */
  errors(): readonly string[]
  stop(): Promise<void>
}

const WORKERS = 2
const PROGRAM = join('src', 'server', 'millrace.ts')

/** An API and two workers as operators run them, each with the process that starts it again, on one Postgres. */
export async function startInstallation(): Promise<Installation> {
  // The store is apart: what accounts do to a database of theirs is their own affair.
  const [store, postgres, accounts] = await Promise.all([startPostgres(), startPostgres(), startLocalService()])
  await run(store.url, 'create database millrace')
  for (const name of ['shop', 'warehouse']) await run(postgres.url, `create database ${name}`)
  const urlOf = (name: string) => postgres.url.replace(/\/[^/]*$/, `/${name}`)
  const storeUrl = store.url.replace(/\/[^/]*$/, '/millrace')
  const environment = {
    DATABASE_URL: storeUrl,
    MASTER_KEY: randomBytes(32).toString('base64'),
    FIREBASE_AUTH_EMULATOR_HOST: accounts.origin.replace('http://', ''),
    // Each account calls from an address of its own.
    TRUSTED_PROXIES: '127.0.0.0/8',
    LOG_LEVEL: 'error',
  }
  const api = await launchSupervised([PROGRAM, 'api'], { ...environment, PORT: String(await freePort()) })
  const url = await api.url
  const workers = await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      const worker = await launchSupervised([PROGRAM, 'worker'], environment)
      await worker.url
      return worker
    }),
  )
  const all: readonly (readonly [string, Launched])[] = [
    ['API', api],
    ...workers.map((worker, at) => [`worker ${at + 1}`, worker] as const),
  ]
  return {
    url,
    accounts: accounts.origin,
    postgres,
    storeUrl,
    urlOf,
    victims: () =>
      all.flatMap(([name, launched]) => {
        const server = serverOf(launched)
        if (server === 0) return []
        const [, ...below] = family(server)
        return [{ name, processId: server }, ...below.map((processId) => ({ name: `a process of ${name}`, processId }))]
      }),
    servers: () => all.map(([, launched]) => serverOf(launched)).filter((processId) => processId !== 0),
    errors: () => {
      const lines = all.flatMap(([name, { stderr }]) =>
        stderr()
          .split('\n')
          .map((line) => `${name}: ${line}`),
      )
      const errors = lines.filter((line) => line.includes('"level":"error"'))
      return [...new Map(errors.map((line) => [kindOf(line), line])).values()]
    },
    stop: async () => {
      for (const [, { child }] of all) child.kill('SIGTERM')
      await Promise.all(all.map(([, { exited }]) => exited))
      await cleanUp()
      await accounts.stop()
      await Promise.all([store.stop(), postgres.stop()])
    },
  }
}

/** A line of the log without what is different in each. */
const kindOf = (line: string) => line.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '')
