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
 * What a step counts for. A test that was skipped or passed only at a second try has failed. A runner that ran nothing,
 * or says that it failed without naming a test (a file that does not load), counts as one failure.
 */
export function readCounts(counting: Counting, { exitCode, report }: Outcome): Counts {
  if (counting === 'gate') return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

  const { passed, failed } = report === undefined ? { passed: 0, failed: 0 } : readReport(counting, report)
  const nothingRan = passed + failed === 0
  const failedUnseen = exitCode !== 0 && failed === 0
  return { passed, failed: nothingRan || failedUnseen ? 1 : failed }
}

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
