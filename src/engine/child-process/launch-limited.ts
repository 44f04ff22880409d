import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { getPriority, setPriority } from 'node:os'

import { watchMemory } from './watch-memory.ts'

/** With the same settings as all Millrace processes, so that it finds the precompiled code. */
const FLAGS = ['--max-semi-space-size=2', '--expose-gc']

/** The part of our environment that every process of ours may have: no secrets. */
const KNOWN = /^(PATH|NODE_COMPILE_CACHE|MALLOC_\w+|DUCKDB_JE_MALLOC_CONF|LD_LIBRARY_PATH|TZ|LANG|SystemRoot|TEMP|TMP)$/

/** Memory that counts although nobody writes to it: stacks of threads, and reserves of the allocators. In megabytes. */
const RESERVED_MB = 768

/** The kernel ends these processes before their parent when the machine has no more memory. Source: proc(5), `oom_score_adj`. */
const EXPENDABLE = 500

const MAX_NICENESS = 19

/** How much of its last output is kept. */
const LAST_WORDS = 2_000

/**
 * Its first argument is the limit in kilobytes. `$$` is also the program, which takes the shell's place. Where the system can, it ends the program with
 * us: one that works without a pause does not notice that we are gone.
 */
const SHELL = `ulimit -d "$0" 2>/dev/null; { echo ${EXPENDABLE} >/proc/$$/oom_score_adj; } 2>/dev/null
setpriv --pdeathsig KILL true 2>/dev/null && set -- setpriv --pdeathsig KILL "$@"
exec "$@"`

export interface LaunchOptions {
  /** The script and its arguments. */
  readonly program: readonly string[]
  readonly stdio: StdioOptions
  /** In megabytes. */
  readonly memory: number
  /** Further flags of Node. */
  readonly flags?: readonly string[]
  /** How far calls and others come before it, from 0 to 19: its threads and its children inherit it. */
  readonly niceness: number
  /** Further variables of our environment that it may have. */
  readonly environment?: RegExp
}

export interface EndOfLimited<Why extends string> {
  /** Why we ended it; `memory`: it used more than allowed; `failed`: it ended without our request. */
  readonly reason: Why | 'memory' | 'failed'
  readonly signal: NodeJS.Signals | null
  readonly code: number | null
  readonly lastWords: string
}

export interface LimitedProcess<Why extends string> {
  readonly child: ChildProcess
  /** Settles when the process has ended. */
  readonly ended: Promise<EndOfLimited<Why>>
  /** At once, whatever it is doing. */
  kill(reason: Why | 'memory'): void
}

/**
 * Starts a process with a memory limit: the system refuses more than twice this amount (on Linux private writable pages), and the process is ended as
 * soon as it is found to use more. Its last output on `stderr`, which must be a pipe, tells why it ended.
 */
export function launchLimited<Why extends string>(options: LaunchOptions): LimitedProcess<Why> {
  const { program, stdio, memory, niceness, flags = [], environment } = options
  const whole = [process.execPath, ...FLAGS, ...flags, ...program]
  const limit = String((memory * 2 + RESERVED_MB) * 1024)
  const [command = '', ...args] = process.platform === 'win32' ? whole : ['sh', '-c', SHELL, limit, ...whole]
  const known = Object.entries(process.env).filter(([name]) => KNOWN.test(name) || environment?.test(name))
  const child = spawn(command, args, { stdio, env: Object.fromEntries(known), serialization: 'advanced' })
  // At once, while it has one thread.
  yieldToOthers(child.pid, niceness)
  let reason: Why | 'memory' | 'failed' = 'failed'
  const kill = (why: Why | 'memory') => {
    if (reason === 'failed') reason = why
    child.kill('SIGKILL')
  }
  const watching = watchMemory(child.pid, memory, () => kill('memory'))
  return {
    child,
    ended: ended(child).then((end) => {
      watching.stop()
      return { reason, ...end }
    }),
    kill,
  }
}

/**
 * Calls and others come before a process from now on, by as much as `niceness` says, from 0 to 19. Its threads begin with the priority of the one that
 * makes them, and keep it.
 */
export function yieldToOthers(pid: number | undefined, niceness: number): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(getPriority(pid) + niceness, MAX_NICENESS))
  } catch {
    // It has ended already, or the system does not allow it.
  }
}

function ended(child: ChildProcess): Promise<Omit<EndOfLimited<string>, 'reason'>> {
  const { promise, resolve } = Promise.withResolvers<Omit<EndOfLimited<string>, 'reason'>>()
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-LAST_WORDS)
  })
  child.once('error', (error) => resolve({ signal: null, code: null, lastWords: error.message }))
  child.once('close', (code, signal) => resolve({ signal, code, lastWords: output }))
  return promise
}
