import { appendFileSync } from 'node:fs'
import type { Reporter, TestCase } from 'vitest/node'

/** Writes the name of each test that passed only when it was tried again; the JSON report does not say it. */
class SecondTryReporter implements Reporter {
  onTestCaseResult(testCase: TestCase): void {
    const path = process.env['SECOND_TRIES_FILE']
    if (path !== undefined && testCase.diagnostic()?.flaky === true) appendFileSync(path, `${testCase.fullName}\n`)
  }
}

// Vitest finds a reporter in no other way.
export default SecondTryReporter
