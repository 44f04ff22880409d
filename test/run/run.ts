import { availableParallelism } from 'node:os'

import { runStep } from './run-step.ts'
import { STEPS, type Step } from './steps.ts'

/** A machine that stood still explains a few; more are a fault of the product or of the tests. */
const MOST_SECOND_TRIES = 4

/** Runs every step, or those named on the command line, and ends with the sum on the last line. */
async function runAll(names: readonly string[], signal: AbortSignal): Promise<number> {
  const unknown = names.filter((name) => STEPS.every((step) => step.name !== name))
  if (unknown.length > 0) {
    console.error(`No step is called ${unknown.join(', ')}; there are ${STEPS.map(({ name }) => name).join(', ')}.`)
    return 1
  }
  const chosen = names.length === 0 ? STEPS : STEPS.filter(({ name }) => names.includes(name))
  const sum = { passed: 0, failed: 0 }
  const again: string[] = []

  async function run(step: Step): Promise<void> {
    console.log(`▶ ${step.name}`)
    const { passed, failed, secondTries, seconds, output } = await runStep(step, signal)
    sum.passed += passed
    sum.failed += failed
    again.push(...secondTries)
    if (failed > 0) console.log(`\n──── ${step.name} printed:\n${output.trimEnd()}\n────\n`)
    console.log(`${failed > 0 ? '✗' : '✓'} ${step.name}: ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)`)
  }

  const together = chosen.filter(({ alone }) => !alone)
  const lanes = Math.max(1, Math.min(2, availableParallelism()))
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let step = together.shift(); step && !signal.aborted; step = together.shift()) await run(step)
    }),
  )
  for (const step of chosen.filter(({ alone }) => alone)) {
    if (!signal.aborted) await run(step)
  }
  for (const name of again) console.log(`Passed only at a second try: ${name}`)
  if (again.length > MOST_SECOND_TRIES) {
    console.log(`At most ${MOST_SECOND_TRIES} tests may need one.`)
    sum.passed -= again.length
    sum.failed += again.length
  }
  console.log(`${sum.passed} passed, ${sum.failed} failed`)
  return sum.failed > 0 || sum.passed === 0 ? 1 : 0
}

const stopping = new AbortController()
for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(event, () => stopping.abort())
const exitCode = await runAll(process.argv.slice(2), stopping.signal)
process.exit(stopping.signal.aborted ? 1 : exitCode)
