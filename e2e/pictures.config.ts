import { defineConfig } from '@playwright/test'

import journeys from './playwright.config.ts'

/** `npm run pictures`: pictures of every page of the real application, in test-results/pictures; those in docs/pictures are remade. */
export default defineConfig({
  ...journeys,
  projects: [{ name: 'pictures', testMatch: '**/pictures.ts' }],
  fullyParallel: false,
  workers: 1,
  timeout: 1_800_000,
  // What is pictured may take long on a busy machine.
  expect: { timeout: 120_000 },
  reporter: 'list',
})
