import { describe, expect, it } from 'vitest'

import { readCounts } from './read-counts.ts'

const vitest = (counts: object) =>
  JSON.stringify({
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...counts,
  })

const playwright = (counts: object) =>
  JSON.stringify({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...counts } })

describe('a gate', () => {
  it('is one test', () => {
    expect(readCounts('gate', { exitCode: 0, report: undefined })).toMatchObject({ passed: 1, failed: 0 })
    expect(readCounts('gate', { exitCode: 2, report: undefined })).toMatchObject({ passed: 0, failed: 1 })
  })
})

describe('a runner', () => {
  it('counts what its report says', () => {
    const report = vitest({ numPassedTests: 40, numFailedTests: 2 })
    expect(readCounts('vitest', { exitCode: 1, report })).toMatchObject({ passed: 40, failed: 2 })
    expect(readCounts('playwright', { exitCode: 0, report: playwright({ expected: 7 }) })).toMatchObject({
      passed: 7,
      failed: 0,
    })
  })

  it('has failed the tests that were skipped or planned', () => {
    const skipped = vitest({ numPassedTests: 1, numPendingTests: 2, numTodoTests: 3 })
    expect(readCounts('vitest', { exitCode: 0, report: skipped })).toMatchObject({ passed: 1, failed: 5 })
    const journeys = playwright({ expected: 1, skipped: 1 })
    expect(readCounts('playwright', { exitCode: 0, report: journeys })).toMatchObject({ passed: 1, failed: 1 })
  })

  it('has failed a journey that failed at its first try', () => {
    const report = playwright({ expected: 1, flaky: 1 })
    expect(readCounts('playwright', { exitCode: 0, report })).toEqual({ passed: 1, failed: 1 })
  })

  it('has failed when no test ran, or when it left no report', () => {
    expect(readCounts('vitest', { exitCode: 0, report: vitest({}) })).toMatchObject({ passed: 0, failed: 1 })
    expect(readCounts('playwright', { exitCode: 0, report: undefined })).toMatchObject({ passed: 0, failed: 1 })
  })

  it('has failed once for each file that did not load', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ]
    const report = vitest({ numPassedTests: 1, numFailedTests: 1, testResults })
    expect(readCounts('vitest', { exitCode: 1, report })).toMatchObject({ passed: 1, failed: 2 })
  })

  it('has failed when it says so without naming a test', () => {
    const report = vitest({ numPassedTests: 12 })
    expect(readCounts('vitest', { exitCode: 1, report })).toMatchObject({ passed: 12, failed: 1 })
  })
})
