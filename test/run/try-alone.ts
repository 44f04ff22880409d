import { failedPlaces } from './failed-places.ts'
import type { StepResult } from './run-step.ts'
import type { Step } from './steps.ts'

/** Failures of one run that a busy machine explains; with more of them, something is broken. */
const MOST = 8

export interface FailedStep {
  readonly step: Step
  readonly result: StepResult
}

export interface Alone {
  /** The names of tests that failed beside others, and passed when nothing else ran. */
  readonly passed: readonly string[]
  /** The names of those that failed both times, or were not tried again. */
  readonly failed: readonly string[]
}

/**
 * Runs the places at which tests failed once more, one at a time with nothing beside them. A test that fails twice has
 * failed; one that passes then is named, so that whoever reads the run looks into it (decision 110).
 */
export async function tryAlone(
  failed: readonly FailedStep[],
  run: (step: Step) => Promise<StepResult>,
): Promise<Alone> {
  const found = failed.map(({ step, result }) => ({ step, ...failedPlaces(step.counting, result.report) }))
  const all = found.flatMap(({ names }) => names)
  if (all.length > MOST) return { passed: [], failed: all }

  const passed: string[] = []
  for (const { step, places, names } of found) {
    if (places.length === 0) continue
    const again = await run(alone(step, places))
    const stillFailing = failedPlaces(step.counting, again.report).names
    const isWhole = again.report !== undefined && (again.failed === 0 || stillFailing.length > 0)
    if (isWhole) passed.push(...names.filter((name) => !stillFailing.includes(name)))
  }
  return { passed, failed: all.filter((name) => !passed.includes(name)) }
}

function alone(step: Step, places: readonly string[]): Step {
  const workers = step.counting === 'playwright' ? '--workers=1' : '--maxWorkers=1'
  return { ...step, more: [workers, ...places] }
}
