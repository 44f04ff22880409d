import { defineConfig } from '@playwright/test'

import journeys from './playwright.config.ts'

/** `npm run pictures`: remakes docs/pictures from the real application. */
export default defineConfig(journeys, {
  testMatch: '**/pictures.ts',
  fullyParallel: false,
  workers: 1,
  timeout: 900_000,
  reporter: 'list',
})
