import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { makeScratchFolder } from '../support/scratch-folder.ts'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export interface Launched {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  /** Settles with the address once it has been printed; rejects when the process ends before. */
  readonly url: Promise<string>
  readonly exited: Promise<{ readonly code: number | null; readonly milliseconds: number }>
}

export interface LaunchOptions {
  readonly command?: string
  readonly args?: readonly string[]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** The user that it runs as, by number; by default ours. */
  readonly uid?: number
}

/** A project that is never asked for anything: spares a test the accounts that the machine would keep. */
export const WITHOUT_LOCAL_ACCOUNTS = { FIREBASE_PROJECT_ID: 'nobody', FIREBASE_API_KEY: 'nothing' }

const children = new Set<ChildProcess>()
const folders = new Set<string>()

/** Starts a server on any free port, its data in the folder, or where it puts them by itself; `cleanUp` ends what the test did not. */
export function launch(dataDir: string | undefined, { command, args, cwd, env, uid }: LaunchOptions = {}): Launched {
  const begun = Date.now()
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const child = spawn(command ?? process.execPath, args ?? [join(ROOT, 'test', 'start', 'trivial-server.ts')], {
    cwd: cwd ?? ROOT,
    env: { PATH, HOME, NODE_COMPILE_CACHE, PORT: '0', ...(dataDir !== undefined && { DATA_DIR: dataDir }), ...env },
    ...(uid !== undefined && { uid, gid: uid }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  const printed = { stdout: '', stderr: '' }
  const ready = Promise.withResolvers<string>()
  child.stdout.on('data', (part: Buffer) => {
    printed.stdout += part.toString()
    const url = /Millrace is ready at (\S+)/.exec(printed.stdout)?.[1]
    if (url) ready.resolve(url)
  })
  child.stderr.on('data', (part: Buffer) => {
    printed.stderr += part.toString()
  })
  const exited = Promise.withResolvers<{ code: number | null; milliseconds: number }>()
  child.once('close', (code) => {
    ready.reject(new Error(`ended with ${code}: ${printed.stdout}${printed.stderr}`))
    exited.resolve({ code, milliseconds: Date.now() - begun })
  })
  ready.promise.catch(() => {})
  return {
    child,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    url: ready.promise,
    exited: exited.promise,
  }
}

export async function temporaryFolder(name = 'start of'): Promise<string> {
  const folder = makeScratchFolder(name)
  folders.add(folder)
  // Root's Postgres runs as nobody, who must be able to come by.
  await chmod(folder, 0o711)
  return folder
}

/** The process and all that it started, directly or not. */
export function family(pid: number): number[] {
  const table = execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const members = [pid]
  for (const member of members) members.push(...rows.filter(([, parent]) => parent === member).map(([own = 0]) => own))
  return members
}

/** One question for all: tests ask again and again, and each starts a program. */
export function living(pids: readonly number[]): number[] {
  const table = execFileSync('ps', ['-axo', 'pid=,stat='], { encoding: 'utf8' })
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const alive = new Set(rows.filter(([, state = '']) => !state.startsWith('Z')).map(([pid]) => Number(pid)))
  return pids.filter((pid) => alive.has(pid))
}

export function killAll(pids: readonly number[], signal: NodeJS.Signals = 'SIGKILL'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended by itself in the meantime.
    }
  }
}

export async function cleanUp(): Promise<void> {
  for (const { pid, exitCode } of children) if (pid !== undefined && exitCode === null) killAll(family(pid))
  children.clear()
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  folders.clear()
}
