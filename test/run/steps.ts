/** How the result of a step is counted: a gate is one test; a runner leaves a report that says how many it ran. */
export type Counting = 'gate' | 'vitest' | 'playwright'

export interface Step {
  readonly name: string
  /** A script of node_modules or of the project, and its arguments; it runs on the pinned Node. */
  readonly script: string
  readonly arguments: readonly string[]
  /** What else its command line says when all of it runs: how many at a time, what is left out, the files. */
  readonly more?: readonly string[]
  readonly counting: Counting
  readonly environment?: Readonly<Record<string, string>>
  /** Seconds that it takes on two slow cores; it fails when it takes three times as long. The same machine was up to eight times slower within an hour. */
  readonly budget: number
  /** The step whose output it looks at. */
  readonly needs?: string
  /** Takes too long for each day: a part of `npm run test:full` alone, or when it is named. */
  readonly onlyInFull?: true
  /** Fills the machine by itself, and waits for answers no longer than a person would: nothing else runs beside it. */
  readonly alone?: true
}

interface VitestStep {
  readonly projects: readonly string[]
  readonly budget: number
  /** Test files at a time. */
  readonly workers?: number
  /** What else the command line says: files, and those left out. */
  readonly more?: readonly string[]
}

const vitest = (name: string, { projects, budget, workers = 1, more = [] }: VitestStep): Step => ({
  name,
  script: 'node_modules/vitest/vitest.mjs',
  arguments: ['run', ...projects.flatMap((project) => ['--project', project])],
  more: [`--maxWorkers=${workers}`, ...more],
  counting: 'vitest',
  budget,
})

/** What differs between versions of Postgres that are followed. */
const MIRRORS = ['', '-log', '-slots', '-schema', '-replaced', '-values', '-transactions', '-cases', '-readiness'].map(
  (name) => `test/engine/mirror${name}.test.ts`,
)

/** The fast steps, which one runs before a commit: `npm run check`. */
export const CHECK = ['typecheck', 'lint', 'dead-code', 'core', 'parts', 'boundaries'] as const

/**
 * All that `npm test` runs, three at a time and in this order; a new kind of test is a row here. Of three at least one
 * mostly waits for servers, so that two cores are never idle; what only computes fills the gaps.
 */
export const STEPS: readonly Step[] = [
  { name: 'build', script: 'src/bootstrap/build.mjs', arguments: [], counting: 'gate', budget: 40 },
  { name: 'typecheck', script: 'node_modules/typescript-7/bin/tsc', arguments: ['-b'], counting: 'gate', budget: 100 },
  {
    name: 'lint',
    script: 'node_modules/@biomejs/biome/bin/biome',
    arguments: ['check', '--config-path=test/lint/house-rules.json', '--error-on-warnings'],
    counting: 'gate',
    budget: 100,
  },
  { ...vitest('start', { projects: ['start'], budget: 550, workers: 2 }), needs: 'build' },
  // One file after the other takes longest: it begins early.
  vitest('ui', { projects: ['ui', 'stories'], budget: 400, workers: 2 }),
  vitest('servers', {
    projects: ['headless'],
    budget: 400,
    // Most wait for servers.
    workers: 4,
    more: ['--exclude', 'src/**', '--exclude', 'test/{architecture,run}/**'],
  }),
  {
    name: 'dead-code',
    script: 'node_modules/knip/bin/knip.js',
    arguments: ['--config', 'test/lint/knip.json'],
    counting: 'gate',
    budget: 40,
  },
  { name: 'sizes', script: 'test/bundle/check-sizes.ts', arguments: [], counting: 'gate', budget: 10, needs: 'build' },
  // The package and the bundle, built from scratch and used; a release; small and read-only disks.
  { ...vitest('ship', { projects: ['ship'], budget: 500 }), onlyInFull: true },
  // By tests without a DOM alone; they fail when they leave too many branches of core untried.
  vitest('core', { projects: ['headless'], budget: 40, more: ['--coverage', 'src/core/'] }),
  vitest('parts', { projects: ['headless'], budget: 80, more: ['--exclude', 'src/core/**', 'src/'] }),
  // Faults are tried on the same kinds of servers.
  { ...vitest('engine', { projects: ['engine', 'faults'], budget: 600, workers: 4 }), alone: true },
  // How others fare while somebody means harm is measured, so nothing else runs beside it.
  { ...vitest('hostile', { projects: ['hostile'], budget: 60 }), alone: true },
  // The newest Postgres of the distribution: its minor versions bring what the bundled ones do not have.
  {
    ...vitest('newest', {
      projects: ['engine'],
      budget: 360,
      workers: 3,
      more: [
        'test/engine/structure.test.ts',
        'test/engine/conformance/conformance.test.ts',
        'test/engine/settings-pages.test.ts',
        'test/engine/value-matrix.test.ts',
        'test/engine/swap.test.ts',
        'test/engine/structure-left.test.ts',
      ],
    }),
    environment: { POSTGRES: 'newest' },
    onlyInFull: true,
  },
  ...(['13', '14', '16', '17'] as const).map((version) => ({
    ...vitest(`mirrors-${version}`, { projects: ['engine'], budget: 240, workers: 3, more: MIRRORS }),
    environment: { POSTGRES: version },
    onlyInFull: true as const,
  })),
  vitest('boundaries', { projects: ['headless'], budget: 100, more: ['test/architecture/', 'test/run/'] }),
  {
    name: 'e2e',
    script: 'node_modules/@playwright/test/cli.js',
    arguments: ['test', '--config', 'e2e/playwright.config.ts'],
    counting: 'playwright',
    budget: 350,
    needs: 'build',
    alone: true,
  },
]
