import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { type Counts, readCounts } from './read-counts.ts'
import type { Step } from './steps.ts'

export interface StepResult extends Counts {
  readonly seconds: number
  readonly output: string
}

const REPORTS = join('node_modules', '.cache', 'test-run')
const LONGEST_MS = 15 * 60_000

/** Runs a step to its end; all that it printed comes with the result. It is killed, with all it started, when `signal` aborts. */
export async function runStep(step: Step, signal: AbortSignal): Promise<StepResult> {
  const begun = Date.now()
  mkdirSync(REPORTS, { recursive: true })
  const report = join(REPORTS, `${step.name}.json`)
  const secondTries = join(REPORTS, `${step.name}.second-tries`)
  for (const path of [report, secondTries]) rmSync(path, { force: true })

  const child = spawn(process.execPath, [step.script, ...step.arguments, ...reporters(step, report)], {
    env: { ...process.env, NO_COLOR: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: report, SECOND_TRIES_FILE: secondTries },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that what it started can be ended with it.
    detached: true,
  })
  const killGroup = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  }
  signal.addEventListener('abort', killGroup)
  const limit = setTimeout(killGroup, LONGEST_MS)

  const printed: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => printed.push(part))
  child.stderr.on('data', (part: Buffer) => printed.push(part))
  const ended = Promise.withResolvers<number>()
  child.once('error', () => ended.resolve(1))
  child.once('close', (code) => ended.resolve(code ?? 1))
  const exitCode = await ended.promise
  clearTimeout(limit)
  signal.removeEventListener('abort', killGroup)

  return {
    ...readCounts(step.counting, { exitCode, report: readReport(report), secondTries: readReport(secondTries) }),
    seconds: (Date.now() - begun) / 1000,
    output: Buffer.concat(printed).toString(),
  }
}

function reporters({ counting }: Step, report: string): readonly string[] {
  switch (counting) {
    case 'gate':
      return []
    case 'vitest':
      return [
        '--retry=1',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        '--reporter=./test/run/second-try-reporter.ts',
      ]
    case 'playwright':
      return ['--retries=1', '--reporter=list,json']
  }
}

function readReport(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
