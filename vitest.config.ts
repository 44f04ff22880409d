import { mergeConfig } from 'vite'
import { defineConfig } from 'vitest/config'

import { SlowFirst } from './test/run/slow-first.ts'
import viteConfig from './vite.config.ts'

// Apart from the build, which a start does without the packages of tests.
export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      root: '.',
      sequence: { sequencer: SlowFirst },
      coverage: {
        include: ['src/core/**/*.ts'],
        reporter: ['text-summary', 'html'],
        thresholds: { branches: 95 },
      },
      projects: [
        {
          test: {
            name: 'headless',
            environment: 'node',
            // To make a process and every module anew for each file took longer than most of these tests.
            isolate: false,
            // As every process of ours has it: memory that nobody holds any more can be told from what is held.
            execArgv: ['--expose-gc'],
            include: [
              'src/{cli,sdk,core,contract,adapters,engine,server,stand-ins,composition}/**/*.test.ts',
              'test/{cli,contracts,architecture,run,security,server}/**/*.test.ts',
            ],
            setupFiles: ['test/support/seed-properties.ts'],
            // Each look is a call with a signature and a transaction: more of them would delay what is waited for.
            expect: { poll: { interval: 100 } },
            // How soon a busy machine is done is not for these tests to say.
            testTimeout: 60_000,
            hookTimeout: 120_000,
          },
        },
        {
          test: {
            name: 'engine',
            environment: 'node',
            // As above; what changes its process puts it back.
            isolate: false,
            // As above, too.
            execArgv: ['--expose-gc'],
            include: ['test/engine/**/*.test.ts'],
            testTimeout: 180_000,
            hookTimeout: 180_000,
          },
        },
        {
          test: {
            name: 'faults',
            environment: 'node',
            include: ['test/faults/**/*.test.ts'],
            testTimeout: 300_000,
            hookTimeout: 180_000,
          },
        },
        {
          test: {
            // Writes docs/types.md (`npm run types`); no part of `npm test`.
            name: 'types',
            environment: 'node',
            include: ['test/types/**/*.test.ts'],
            testTimeout: 600_000,
            hookTimeout: 180_000,
          },
        },
        {
          test: {
            name: 'start',
            environment: 'node',
            include: ['test/start/**/*.test.ts'],
            // Each starts whole servers, and mostly waits for them.
            maxWorkers: 2,
            testTimeout: 120_000,
            hookTimeout: 120_000,
          },
        },
        {
          test: {
            // How others fare while somebody means harm: a whole server, and nothing else beside it.
            name: 'hostile',
            environment: 'node',
            include: ['test/hostile/**/*.test.ts'],
            testTimeout: 120_000,
            hookTimeout: 120_000,
          },
        },
        {
          test: {
            // What users get: the package and the bundle, built and used.
            name: 'ship',
            environment: 'node',
            include: ['test/ship/**/*.test.ts'],
            testTimeout: 120_000,
            hookTimeout: 300_000,
          },
        },
        {
          extends: true,
          test: {
            name: 'ui',
            environment: 'jsdom',
            // Pages live briefly: with more room for young objects, collecting them takes a tenth less of a core.
            execArgv: ['--max-semi-space-size=64'],
            // To make the page and every module anew for each file took longer than the tests.
            isolate: false,
            include: ['src/ui/**/*.test.{ts,tsx}', 'test/spec/**/*.test.{ts,tsx}'],
            testTimeout: 30_000,
            setupFiles: ['test/support/clean-up.ts'],
            // As long as what is looked for on the page: how soon it comes is not for these tests to say.
            expect: { poll: { timeout: 10_000 } },
          },
        },
        {
          extends: true,
          test: {
            name: 'stories',
            environment: 'jsdom',
            include: ['test/stories/**/*.test.ts'],
          },
        },
      ],
    },
  }),
)
