import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { launchLimited } from '../child-process/launch-limited.ts'
import { duckdbMegabytes, type StepLimits } from './step-limits.ts'

const ENTRY = fileURLToPath(new URL('./main.ts', import.meta.url))

/** A step may work for ever on every core; calls and the starts of other runs come first. */
const NICENESS = 10

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

/** @param folder the only place whose files it writes */
export function launchStepProcess(
  folder: string,
  { memory, row, threads, disk }: Pick<StepLimits, 'memory' | 'row' | 'threads' | 'disk'>,
): LaunchedStepProcess {
  const { child, ended, kill } = launchLimited<Exclude<EndOfProcess, 'failed'>>({
    program: [ENTRY, folder, ...[row, duckdbMegabytes(memory), threads, disk].map(String)],
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    memory,
    niceness: NICENESS,
  })
  return {
    socket: child.stdio[3] as Socket,
    ended,
    kill: (why = 'stopped') => kill(why),
    processorSeconds: () => processorSeconds(child.pid),
  }
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
