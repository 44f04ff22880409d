import type { Counting } from './steps.ts'

export interface Counts {
  readonly passed: number
  readonly failed: number
  /** The tests that passed only when they were tried again. */
  readonly secondTries: readonly string[]
}

/** How a step's process ended, and the report that its runner left. */
export interface Outcome {
  readonly exitCode: number
  readonly report: string | undefined
  /** A name per line, of vitest's tests that passed only when they were tried again. */
  readonly secondTries?: string | undefined
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  /** One per file. */
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[]
}

interface PlaywrightSuite {
  readonly specs?: readonly { readonly title: string; readonly tests: readonly { readonly status: string }[] }[]
  readonly suites?: readonly PlaywrightSuite[]
}

interface PlaywrightReport extends PlaywrightSuite {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
}

/**
 * What a step counts for. A test that was skipped has failed; one that passed at a second try has passed, and is named.
 * A runner that ran nothing, or says that it failed without naming a test (a file that does not load), counts as one
 * failure.
 */
export function readCounts(counting: Counting, { exitCode, report, secondTries }: Outcome): Counts {
  if (counting === 'gate') return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, secondTries: [] }

  const read = report === undefined ? NOTHING : readReport(counting, report, secondTries)
  const nothingRan = read.passed + read.failed === 0
  const failedUnseen = exitCode !== 0 && read.failed === 0
  return nothingRan || failedUnseen ? { ...read, failed: 1 } : read
}

const NOTHING: Counts = { passed: 0, failed: 0, secondTries: [] }

function readReport(counting: 'vitest' | 'playwright', report: string, secondTries = ''): Counts {
  if (counting === 'vitest') {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
      report,
    ) as VitestReport
    const notLoaded = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    )
    return {
      passed: numPassedTests,
      failed: numFailedTests + numPendingTests + numTodoTests + notLoaded.length,
      secondTries: secondTries.split('\n').filter((name) => name !== ''),
    }
  }
  const read = JSON.parse(report) as PlaywrightReport
  const { expected, unexpected, flaky, skipped } = read.stats
  return { passed: expected + flaky, failed: unexpected + skipped, secondTries: flakyOf(read) }
}

const flakyOf = ({ specs = [], suites = [] }: PlaywrightSuite): readonly string[] => [
  ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title),
  ...suites.flatMap(flakyOf),
]
