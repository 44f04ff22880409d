import { defineConfig } from '@lingui/cli'

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de'],
  catalogs: [
    { path: '<rootDir>/i18n/locales/{locale}', include: ['<rootDir>'], exclude: ['**/*.test.tsx', '**/*.stories.tsx'] },
  ],
})
