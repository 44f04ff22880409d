import { expect, it } from 'vitest'

import type { StepResult } from './run-step.ts'
import type { Step } from './steps.ts'
import { tryAlone } from './try-alone.ts'

const step: Step = {
  name: 'servers',
  script: 'vitest.mjs',
  arguments: ['run', '--project', 'headless'],
  more: ['--maxWorkers=4', '--exclude', 'src/**'],
  counting: 'vitest',
  budget: 1,
}

/** A step of which so many tests failed, each in a file of its own. */
function resultOf(names: readonly string[]): StepResult {
  const testResults = names.map((name) => ({
    name: `/p/${name}.test.ts`,
    status: 'failed',
    assertionResults: [{ status: 'failed', fullName: name }],
  }))
  return { passed: 0, failed: names.length, seconds: 1, output: '', report: JSON.stringify({ testResults }) }
}

it('runs the files of failed tests alone, and names what passes then', async () => {
  const ran: Step[] = []
  const again = async (tried: Step) => {
    ran.push(tried)
    return resultOf(['broken'])
  }
  const tried = await tryAlone([{ step, result: resultOf(['slow', 'broken']) }], again)
  expect(tried).toEqual({ passed: ['slow'], failed: ['broken'] })
  expect(ran.map(({ arguments: base, more = [] }) => [...base, ...more])).toEqual([
    ['run', '--project', 'headless', '--maxWorkers=1', '/p/slow.test.ts', '/p/broken.test.ts'],
  ])
})

it('tries nothing again where more failed than a busy machine explains', async () => {
  const many = Array.from({ length: 9 }, (_, index) => `test ${index}`)
  const never = () => Promise.reject(new Error('was run'))
  expect(await tryAlone([{ step, result: resultOf(many) }], never)).toEqual({ passed: [], failed: many })
})

it('passes nothing when the second run leaves no report, or fails without naming a test', async () => {
  const failed = [{ step, result: resultOf(['slow']) }]
  const lost: StepResult = { passed: 0, failed: 1, seconds: 1, output: '', report: undefined }
  expect(await tryAlone(failed, async () => lost)).toEqual({ passed: [], failed: ['slow'] })
  expect(await tryAlone(failed, async () => ({ ...resultOf([]), failed: 1 }))).toEqual({ passed: [], failed: ['slow'] })
})

it('runs nothing for a gate', async () => {
  const gate: Step = { ...step, counting: 'gate' }
  const never = () => Promise.reject(new Error('was run'))
  const result: StepResult = { passed: 0, failed: 1, seconds: 1, output: '', report: undefined }
  expect(await tryAlone([{ step: gate, result }], never)).toEqual({ passed: [], failed: [] })
})
