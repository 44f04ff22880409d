import { relative } from 'node:path'

/** Seconds beside all others. A file that takes longer repeats something, or waits by the clock: its breadth is for `npm run test:full`. */
export const FILE_BUDGET = 60

interface VitestFile {
  readonly name: string
  readonly startTime: number
  readonly endTime: number
}

/** The files of a report of vitest that took longer than a file may, with their seconds, the slowest first. */
export function slowFiles(report: string, root: string): readonly string[] {
  const { testResults } = JSON.parse(report) as { testResults: readonly VitestFile[] }
  return testResults
    .map(({ name, startTime, endTime }) => ({ name: relative(root, name), seconds: (endTime - startTime) / 1000 }))
    .filter(({ seconds }) => seconds > FILE_BUDGET)
    .toSorted((one, other) => other.seconds - one.seconds)
    .map(({ name, seconds }) => `${name}: ${seconds.toFixed(0)} s`)
}
