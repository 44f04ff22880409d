import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { launchStepProcess } from './launch-step-process.ts'
import { STEP_LIMITS, type StepLimits } from './step-limits.ts'
import { StepProcess } from './step-process.ts'
import { namesIn, watchDisk } from './watch-disk.ts'

/** In a container every start of the process has the same process id. */
const OWN = `${process.pid}-${Math.round(performance.timeOrigin)}`

interface Options {
  /** The folder for rows that do not fit into memory. */
  readonly folder?: string
  readonly limits?: StepLimits
}

/** Starts processes for steps; deletes folders of earlier processes. */
export class StepProcesses {
  readonly #folder: string
  readonly #limits: StepLimits
  readonly #running = new Set<StepProcess>()
  readonly #disk: ReturnType<typeof watchDisk>
  #spare: StepProcess | undefined
  #isClosed = false

  constructor({ folder = join(tmpdir(), 'millrace-steps'), limits = STEP_LIMITS }: Options = {}) {
    this.#folder = folder
    this.#limits = limits
    const tooMuch = (name: string) => {
      for (const running of this.#running) if (basename(running.folder) === name) running.kill('disk')
    }
    this.#disk = watchDisk({ folder, limit: limits.disk, tooMuch })
    sweep(folder)
  }

  /** A process for one run; its opener must end it. */
  open(): StepProcess {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    // It may have been there. Others could put their own folder in the place of ours; one that belongs to them is refused.
    chmodSync(this.#folder, 0o700)
    const own = mkdtempSync(join(this.#folder, `${OWN}-`))
    const launched = launchStepProcess(own, this.#limits)
    const started = new StepProcess(launched, this.#limits, own)
    this.#running.add(started)
    this.#disk.start()
    void launched.ended.then(() => {
      this.#running.delete(started)
      if (this.#running.size === 0) this.#disk.stop()
      return rm(own, { recursive: true, force: true })
    })
    return started
  }

  /** Keeps a process ready for the next short use. */
  warm(): void {
    if (this.#spare?.isIdle !== true && !this.#isClosed) this.#spare = this.open()
  }

  /** Lends a process for a short time. It is reused afterwards, unless an error happened. */
  async use<T>(signal: AbortSignal, work: (steps: StepProcess) => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    const spare = this.#spare
    this.#spare = undefined
    const lent = spare?.isIdle ? spare : this.open()
    const stop = () => lent.kill()
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await work(lent)
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      signal.removeEventListener('abort', stop)
      void this.#takeBack(lent)
    }
  }

  /** Ends the one that is kept. */
  endSpare(): void {
    this.#spare?.kill()
    this.#spare = undefined
  }

  /** Ends all of them. */
  close(): void {
    this.#isClosed = true
    for (const running of this.#running) running.kill()
  }

  async #takeBack(lent: StepProcess): Promise<void> {
    const isClean =
      lent.isIdle &&
      (await lent
        .forget()
        .then(() => true)
        .catch(() => false))
    if (isClean && !this.#spare && !this.#isClosed) this.#spare = lent
    else lent.kill()
    this.warm()
  }
}

/** Folders have the id of their process in their name; the folder of an ended process has no owner. */
function sweep(folder: string): void {
  for (const name of namesIn(folder)) {
    const owner = Number(/^(\d+)-/.exec(name)?.[1])
    if (!Number.isInteger(owner) || name.startsWith(`${OWN}-`)) continue
    if (owner === process.pid || !isAlive(owner)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
