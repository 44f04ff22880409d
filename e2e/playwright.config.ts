import { defineConfig } from '@playwright/test'

import { chromiumLaunchOptions } from '../test/support/chromium/chromium-launch-options.ts'
import { TRIES_ALL } from '../test/support/samples.ts'

const { args = [], ...launchOptions } = chromiumLaunchOptions()

/** Would draw by an emulated graphics card, at a quarter more work than to draw plainly. */
const EMULATED_GRAPHICS = /^--(in-process-gpu|ignore-gpu-blocklist|enable-unsafe-swiftshader|use-gl|use-angle)/

/** Of journeys whose behaviour a cheaper test holds as well: for `npm run test:full`. */
const IN_FULL = /@full/

/** Begun last they would go on alone for half a minute: they share a sandbox, one after the other, or wait for the clock. */
const LONG = /(sandbox|schedule)\.spec\.ts$/

/** Whole journeys in a real Chromium against the real server, which `support/start-millrace.ts` starts once for all. */
export default defineConfig({
  testDir: '.',
  globalSetup: './support/start-millrace.ts',
  fullyParallel: true,
  ...(TRIES_ALL ? {} : { grepInvert: IN_FULL }),
  // Most of a journey waits for a page: with two, half of two cores are idle.
  workers: 4,
  forbidOnly: true,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  outputDir: '../test-results',
  reporter: [['list'], ['json', { outputFile: '../test-results/journeys.json' }]],
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'journeys', testMatch: '**/*.spec.ts', testIgnore: LONG },
  ],
  use: {
    launchOptions: { ...launchOptions, args: args.filter((argument) => !EMULATED_GRAPHICS.test(argument)) },
    viewport: { width: 1280, height: 800 },
    // As many people have it. To draw what moves was a tenth of the work of all; `first-run.spec.ts` lets it move.
    contextOptions: { reducedMotion: 'reduce' },
    // To record one doubles the time of all; whoever looks for a fault asks for it: `npm run e2e -- --trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
