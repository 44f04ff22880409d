import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'

import { overBudget } from './over-budget.ts'
import { runInOrder } from './run-in-order.ts'
import { runStep } from './run-step.ts'
import { FILE_BUDGET, slowFiles } from './slow-files.ts'
import { CHECK, STEPS, type Step } from './steps.ts'
import { type FailedStep, tryAlone } from './try-alone.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Tries whole spaces, of which there are samples otherwise, for as long as it takes. */
    full: { type: 'boolean', default: false },
    /** The fast steps alone. */
    check: { type: 'boolean', default: false },
  },
})

/** Runs every step, or those named, and ends with the sum on the last line. */
async function runAll(names: readonly string[], signal: AbortSignal): Promise<number> {
  const unknown = names.filter((name) => STEPS.every((step) => step.name !== name))
  if (unknown.length > 0) {
    console.error(`No step is called ${unknown.join(', ')}; there are ${STEPS.map(({ name }) => name).join(', ')}.`)
    return 1
  }
  const isMatch = ({ name, onlyInFull }: Step) =>
    names.length > 0 ? names.includes(name) : options.full || onlyInFull !== true
  const chosen = STEPS.filter(isMatch)
  const begun = Date.now()
  const sum = { passed: 0, failed: 0 }
  const failures: FailedStep[] = []
  const slow: string[] = []
  const runOne = (step: Step) => {
    console.log(`▶ ${step.name}`)
    return runStep(step, { isFull: options.full, signal })
  }

  async function run(step: Step): Promise<void> {
    const result = await runOne(step)
    const { passed, failed, seconds, output } = result
    if (failed > 0) failures.push({ step, result })
    if (!options.full && step.counting === 'vitest' && result.report !== undefined)
      slow.push(...slowFiles(result.report, process.cwd()))
    const tooLong = options.full ? undefined : overBudget(step, seconds)
    sum.passed += passed
    sum.failed += failed + (tooLong === undefined ? 0 : 1)
    if (failed > 0) console.log(`\n──── ${step.name} printed:\n${output.trimEnd()}\n────\n`)
    const isWell = failed === 0 && tooLong === undefined
    const time = `${seconds.toFixed(1)} s of ${step.budget} s`
    console.log(`${isWell ? '✓' : '✗'} ${step.name}: ${passed} passed, ${failed} failed (${time})`)
    if (tooLong !== undefined) console.log(tooLong)
  }

  const lanes = availableParallelism() === 1 ? 1 : 3
  await runInOrder(chosen, { lanes, run: (step) => (signal.aborted ? Promise.resolve() : run(step)) })
  if (!signal.aborted && failures.length > 0) {
    const { passed, failed } = await tryAlone(failures, runOne)
    for (const name of passed) console.log(`passed alone, after it failed beside others: ${name}`)
    for (const name of failed) console.log(`failed: ${name}`)
    sum.passed += passed.length
    sum.failed -= passed.length
  }
  if (slow.length > 0)
    console.log(
      `Files that took more than ${FILE_BUDGET} s, so that part of them is for npm run test:full:\n  ${slow.join('\n  ')}`,
    )
  console.log(`All of it took ${((Date.now() - begun) / 1000).toFixed(0)} s.`)
  console.log(`${sum.passed} passed, ${sum.failed} failed`)
  return sum.failed > 0 || sum.passed === 0 ? 1 : 0
}

const stopping = new AbortController()
for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(event, () => stopping.abort())
const exitCode = await runAll(options.check ? CHECK : positionals, stopping.signal)
process.exit(stopping.signal.aborted ? 1 : exitCode)
