import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

import { writeDurably } from './durable-file.ts'

/** Below the range from which systems assign ports to outgoing connections, so that the port is still free after a restart. */
const RANGE = [15_000, 30_000] as const
const ATTEMPTS = 50

/**
 * The port stored in the file if it is free, otherwise another one, which is then stored: sessions and saved connections
 * that use the port survive a restart.
 */
export async function keptPort(file: string, host: string): Promise<number> {
  const remembered = Number(await readFile(file, 'utf8').catch(() => '0'))
  if (remembered > 0 && (await becomesFree(remembered, host))) return remembered
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(...RANGE)
    if (!(await isFree(port, host))) continue
    await writeDurably(file, String(port))
    return port
  }
  throw new Error(`No free port on ${host} between ${RANGE[0]} and ${RANGE[1]}.`)
}

/** A killed predecessor may release the port a moment later. */
async function becomesFree(port: number, host: string): Promise<boolean> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    if (await isFree(port, host)) return true
    await delay(100)
  }
  return false
}

function isFree(port: number, host: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const server = createServer()
  server.once('error', () => resolve(false))
  server.listen(port, host, () => server.close(() => resolve(true)))
  return promise
}
