import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { watchMemory } from './watch-memory.ts'

const ENTRY = fileURLToPath(new URL('./main.ts', import.meta.url))

/** With the same settings as all Millrace processes, so that it finds the precompiled code. */
const FLAGS = ['--max-semi-space-size=2', '--expose-gc']

/** The part of our environment that a step process may have: no secrets. */
const KNOWN = /^(PATH|NODE_COMPILE_CACHE|MALLOC_\w+|DUCKDB_JE_MALLOC_CONF|LD_LIBRARY_PATH|TZ|LANG|SystemRoot|TEMP|TMP)$/

/** Memory that counts although nobody writes to it: stacks of threads, and reserves of the allocators. In megabytes. */
const RESERVED_MB = 768

/** How much of its last output is kept. */
const LAST_WORDS = 2_000

export type EndOfProcess =
  /** It used more memory than allowed. */
  | 'memory'
  /** Together with others it had more temporary files than allowed, and the most of all. */
  | 'disk'
  /** It worked too long without a row. */
  | 'idle'
  /** We ended it. */
  | 'stopped'
  /** It ended without our request. */
  | 'failed'

export interface LaunchedStepProcess {
  readonly socket: Socket
  /** Settles when the process has ended. */
  readonly ended: Promise<{ readonly reason: EndOfProcess; readonly lastWords: string }>
  kill(reason?: Exclude<EndOfProcess, 'failed'>): void
  /** The seconds that it has worked; nothing where the system does not tell it. */
  processorSeconds(): number | undefined
}

/**
 * Starts a process with a memory limit: the system refuses more than twice this amount (on Linux private writable pages), and
 * the process is ended as soon as it is found to use more. @param folder the only place whose files it writes. @param memory in megabytes
 */
export function launchStepProcess(folder: string, memory: number): LaunchedStepProcess {
  const program = [process.execPath, ...FLAGS, ENTRY, folder]
  const limit = String((memory * 2 + RESERVED_MB) * 1024)
  const [command = '', ...args] =
    process.platform === 'win32' ? program : ['sh', '-c', 'ulimit -d "$0" 2>/dev/null; exec "$@"', limit, ...program]
  const known = Object.entries(process.env).filter(([name]) => KNOWN.test(name))
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'], env: Object.fromEntries(known) })
  let reason: EndOfProcess = 'failed'
  const kill = (why: EndOfProcess) => {
    if (reason === 'failed') reason = why
    child.kill('SIGKILL')
  }
  const watching = watchMemory(child.pid, memory, () => kill('memory'))
  return {
    socket: child.stdio[3] as Socket,
    ended: ended(child).then((lastWords) => {
      watching.stop()
      return { reason, lastWords }
    }),
    kill: (why = 'stopped') => kill(why),
    processorSeconds: () => processorSeconds(child.pid),
  }
}

function ended(child: ChildProcess): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-LAST_WORDS)
  })
  child.once('error', (error) => resolve(error.message))
  child.once('close', () => resolve(output))
  return promise
}

/** Linux reports times of processes in this unit, whatever its kernel uses. Source: proc(5), sysconf(3). */
const TICKS_PER_SECOND = 100

/** The seconds that a process has worked so far; nothing if it has ended, or on systems that do not tell it without a process. */
function processorSeconds(pid: number | undefined): number | undefined {
  if (pid === undefined || process.platform !== 'linux') return undefined
  try {
    // The name of the program, in parentheses, may contain anything.
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(/\) (?!.*\) )/)
    const [user, system] = fields.split(' ').slice(11, 13).map(Number)
    return user === undefined || system === undefined ? undefined : (user + system) / TICKS_PER_SECOND
  } catch {
    return undefined
  }
}
