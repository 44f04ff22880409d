import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { type Counts, readCounts } from './read-counts.ts'
import type { Step } from './steps.ts'

export interface StepResult extends Counts {
  readonly seconds: number
  readonly output: string
  /** What its runner wrote of its tests, as JSON. */
  readonly report: string | undefined
}

interface StepOptions {
  /** Tries whole spaces, of which there are samples otherwise. */
  readonly isFull: boolean
  /** The step is killed, with all that it started, when this aborts. */
  readonly signal: AbortSignal
}

const REPORTS = join('node_modules', '.cache', 'test-run')
const LONGEST_MS = 35 * 60_000
const LONGEST_FULL_MS = 12 * 3_600_000

/** Runs a step to its end; all that it printed comes with the result. */
export async function runStep(step: Step, { isFull, signal }: StepOptions): Promise<StepResult> {
  const begun = Date.now()
  mkdirSync(REPORTS, { recursive: true })
  const report = join(REPORTS, `${step.name}.json`)
  rmSync(report, { force: true })

  const child = spawn(
    process.execPath,
    [step.script, ...step.arguments, ...(step.more ?? []), ...reporters(step, report)],
    {
      env: {
        ...process.env,
        ...step.environment,
        NO_COLOR: '1',
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        ...(isFull && { TEST_SAMPLES: 'all' }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own process group, so that what it started can be ended with it.
      detached: true,
    },
  )
  const killGroup = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  }
  signal.addEventListener('abort', killGroup)
  const limit = setTimeout(killGroup, isFull ? LONGEST_FULL_MS : LONGEST_MS)

  const printed: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => printed.push(part))
  child.stderr.on('data', (part: Buffer) => printed.push(part))
  const ended = Promise.withResolvers<number>()
  child.once('error', () => ended.resolve(1))
  child.once('close', (code) => ended.resolve(code ?? 1))
  const exitCode = await ended.promise
  clearTimeout(limit)
  signal.removeEventListener('abort', killGroup)

  const written = readReport(report)
  return {
    ...readCounts(step.counting, { exitCode, report: written }),
    report: written,
    seconds: (Date.now() - begun) / 1000,
    output: Buffer.concat(printed).toString(),
  }
}

function reporters({ counting }: Step, report: string): readonly string[] {
  switch (counting) {
    case 'gate':
      return []
    case 'vitest':
      return ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    case 'playwright':
      return ['--reporter=list,json']
  }
}

function readReport(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
