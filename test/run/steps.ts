/** How the result of a step is counted: a gate is one test; a runner leaves a report that says how many it ran. */
export type Counting = 'gate' | 'vitest' | 'playwright'

export interface Step {
  readonly name: string
  /** A script of node_modules or of the project, and its arguments; it runs on the pinned Node. */
  readonly script: string
  readonly arguments: readonly string[]
  readonly counting: Counting
  /** Starts whole servers, so nothing else may run beside it, or looks at what an earlier step made. */
  readonly alone?: true
}

const vitest = (
  name: string,
  projects: readonly string[],
  ...more: readonly string[]
): Pick<Step, 'name' | 'script' | 'arguments' | 'counting'> => ({
  name,
  script: 'node_modules/vitest/vitest.mjs',
  arguments: ['run', ...projects.flatMap((project) => ['--project', project]), ...more],
  counting: 'vitest',
})

/** Vitest would leave one of two cores to others, and most of these wait for servers. */
const BOTH_CORES = '--maxWorkers=2'

/** The folders of `src` whose tests need neither a page nor a server. */
const WITHOUT_A_PAGE = '{core,contract,adapters,engine,server,composition}'

/** All that `npm test` runs, in this order; a new kind of test is a row here. */
export const STEPS: readonly Step[] = [
  { name: 'typecheck', script: 'node_modules/typescript-7/bin/tsc', arguments: ['-b'], counting: 'gate' },
  {
    name: 'lint',
    script: 'node_modules/@biomejs/biome/bin/biome',
    arguments: ['check', '--config-path=test/lint/house-rules.json', '--error-on-warnings'],
    counting: 'gate',
  },
  {
    name: 'dead-code',
    script: 'node_modules/knip/bin/knip.js',
    arguments: ['--config', 'test/lint/knip.json'],
    counting: 'gate',
  },
  { name: 'build', script: 'src/bootstrap/build.mjs', arguments: [], counting: 'gate' },
  { name: 'sizes', script: 'test/bundle/check-sizes.ts', arguments: [], counting: 'gate', alone: true },
  // By tests without a DOM alone; they fail when they leave too many branches of core untried.
  vitest('core', ['headless'], '--coverage', 'src/core/'),
  vitest('parts', ['headless'], BOTH_CORES, '--exclude', 'src/core/**', 'src/'),
  vitest('unit', ['headless', 'ui', 'stories'], BOTH_CORES, '--exclude', `src/${WITHOUT_A_PAGE}/**`),
  // Faults are tried on the same kinds of servers; what is left of one core is used by the other.
  { ...vitest('engine', ['engine', 'faults'], BOTH_CORES), alone: true },
  { ...vitest('start', ['start'], BOTH_CORES), alone: true },
  {
    name: 'e2e',
    script: 'node_modules/@playwright/test/cli.js',
    arguments: ['test', '--config', 'e2e/playwright.config.ts'],
    counting: 'playwright',
    alone: true,
  },
]
