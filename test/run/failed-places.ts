import type { Counting } from './steps.ts'

/** Where tests failed: what a runner takes on its command line to run those places alone. */
export interface FailedPlaces {
  /** Files for vitest, `file:line` for Playwright; each once. */
  readonly places: readonly string[]
  /** The full names of the tests, and of the files that did not load. */
  readonly names: readonly string[]
}

interface VitestFile {
  readonly name: string
  readonly status: string
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly {
    readonly title: string
    readonly ok: boolean
    readonly file: string
    readonly line: number
  }[]
}

/** Reads them from the report of a runner; none of a step that left no report, and none of tests that were skipped. */
export function failedPlaces(counting: Counting, report: string | undefined): FailedPlaces {
  if (counting === 'gate' || report === undefined) return { places: [], names: [] }
  const failed = counting === 'vitest' ? ofVitest(report) : ofPlaywright(report)
  return { places: [...new Set(failed.map(({ place }) => place))], names: failed.map(({ name }) => name) }
}

interface Failed {
  readonly place: string
  readonly name: string
}

function ofVitest(report: string): readonly Failed[] {
  const { testResults } = JSON.parse(report) as { testResults: readonly VitestFile[] }
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name: place, assertionResults }) => {
      const names = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
      return (names.length > 0 ? names : [place]).map((name) => ({ place, name }))
    })
}

function ofPlaywright(report: string): readonly Failed[] {
  const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): readonly Failed[] => [
    ...specs.filter(({ ok }) => !ok).map(({ file, line, title }) => ({ place: `${file}:${line}`, name: title })),
    ...suites.flatMap(specsOf),
  ]
  return specsOf(JSON.parse(report) as PlaywrightSuite)
}
