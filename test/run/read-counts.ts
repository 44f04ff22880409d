import type { Counting } from './steps.ts'

export interface Counts {
  readonly passed: number
  readonly failed: number
}

/** How a step's process ended, and the report that its runner left. */
export interface Outcome {
  readonly exitCode: number
  readonly report: string | undefined
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  /** One per file. */
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[]
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
}

/**
 * What a step counts for. A test that was skipped has failed, and so has one that failed at its first try. A runner that
 * ran nothing, or says that it failed without naming a test (a file that does not load), counts as one failure.
 */
export function readCounts(counting: Counting, { exitCode, report }: Outcome): Counts {
  if (counting === 'gate') return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1 }

  const read = report === undefined ? NOTHING : readReport(counting, report)
  const nothingRan = read.passed + read.failed === 0
  const failedUnseen = exitCode !== 0 && read.failed === 0
  return nothingRan || failedUnseen ? { ...read, failed: 1 } : read
}

const NOTHING: Counts = { passed: 0, failed: 0 }

function readReport(counting: 'vitest' | 'playwright', report: string): Counts {
  if (counting === 'vitest') {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
      report,
    ) as VitestReport
    const notLoaded = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    )
    return { passed: numPassedTests, failed: numFailedTests + numPendingTests + numTodoTests + notLoaded.length }
  }
  const { expected, unexpected, flaky, skipped } = (JSON.parse(report) as PlaywrightReport).stats
  return { passed: expected, failed: unexpected + flaky + skipped }
}
