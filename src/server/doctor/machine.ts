import { readFileSync } from 'node:fs'
import { totalmem, userInfo } from 'node:os'

import { type Check, type Finding, failed, ok, warning } from './check.ts'

/** Less, and runs with many tables or tunnels end with EMFILE. */
const FEWEST_FILES = 1_024
const ENOUGH_FILES = 4_096

/** What a process uses without steps, in megabytes (docs/scaling.md). */
const OWN_MEMORY = 256

export const machineChecks = (stepMemory: number): Check[] => [
  { name: 'Node', look: () => checkNode(process.versions.node) },
  { name: 'open files', look: () => checkOpenFiles(maxOpenFiles()) },
  { name: 'memory', look: () => checkMemory(memoryLimit(), stepMemory) },
]

/** The oldest Node that runs the server's TypeScript as it is. */
const OLDEST_NODE = 24

export function checkNode(version: string): Finding {
  const major = Number(version.split('.')[0])
  if (major >= OLDEST_NODE) return ok(version)
  return failed(
    `This is Node ${version}.`,
    `Start Millrace with its own program, which uses the Node that comes with it, or install Node ${OLDEST_NODE} or newer.`,
  )
}

/** The embedded Postgres refuses to run as somebody whom the system does not know. */
export function checkUser(nameOf: () => string = () => userInfo().username): Finding {
  try {
    return ok(`Runs as ${nameOf()}.`)
  } catch {
    return failed(
      'The user of this process has no name.',
      'Run as a user of /etc/passwd, because the embedded database needs one, or set DATABASE_URL.',
    )
  }
}

/** @param most undefined: the system does not say */
export function checkOpenFiles(most: number | undefined): Finding {
  if (most === undefined) return ok('The system does not limit them, or does not say so.')
  const found = `A process may open ${most === Infinity ? 'any number of' : most} files.`
  const fix = 'Raise the limit: LimitNOFILE=65536 in the systemd unit, "ulimit -n 65536" in a shell.'
  if (most < FEWEST_FILES) return failed(found, fix)
  return most < ENOUGH_FILES ? warning(found, fix) : ok(found)
}

/** @param limit in megabytes */
export function checkMemory(limit: number, stepMemory: number): Finding {
  const runs = Math.floor((limit - OWN_MEMORY) / stepMemory)
  const found = `${Math.round(limit)} MB: enough for ${Math.max(0, runs)} runs at a time whose steps need all of their ${stepMemory} MB.`
  const fix = `Give the process more memory, or lower STEP_MEMORY.`
  if (runs < 1) return failed(found, fix)
  return runs < 2 ? warning(found, fix) : ok(found)
}

/** Node raises its own limit to the hard one. */
function maxOpenFiles(): number | undefined {
  try {
    const hard = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return hard === 'unlimited' ? Infinity : Number(hard)
  } catch {
    return undefined
  }
}

/** Of the machine, or of the container. */
function memoryLimit(): number {
  const constrained = process.constrainedMemory()
  const bytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
  return bytes / 1024 ** 2
}
