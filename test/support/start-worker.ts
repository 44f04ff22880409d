import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { NODE_PROCESS } from '../../src/bootstrap/process-flags.mjs'

interface Shared {
  readonly storeUrl: string
  readonly masterKey: Uint8Array
  /** Beside this file. Absent: what production starts. */
  readonly script?: string
}

/** A worker as `npm run worker` starts it, in a process of its own, so that it can be killed or paused. */
export const spawnWorker = (
  { storeUrl, masterKey, script = '../../src/server/millrace.ts' }: Shared,
  environment: Readonly<Record<string, string>> = {},
): ChildProcess =>
  spawn(process.execPath, [...NODE_PROCESS.flags, join(import.meta.dirname, script), 'worker'], {
    env: {
      PATH: process.env['PATH'],
      ...NODE_PROCESS.environment,
      PORT: '0',
      LOG_LEVEL: 'error',
      DATABASE_URL: storeUrl,
      MASTER_KEY: Buffer.from(masterKey).toString('base64'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** Settles when it takes runs. */
export async function startWorker(
  shared: Shared,
  environment: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> {
  const worker = spawnWorker(shared, environment)
  const ended = new AbortController()
  worker.once('exit', () => ended.abort(new Error('the worker ended as it started')))
  if (worker.stdout) await once(worker.stdout, 'data', { signal: ended.signal })
  return worker
}
