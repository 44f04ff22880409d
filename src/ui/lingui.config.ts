import { defineConfig } from '@lingui/cli'
import babelExtractor from '@lingui/cli/api/extractors/babel'
import { formatter } from '@lingui/format-po'

import { sentenceExtractor } from './i18n/extraction/extract-sentences.ts'

const tests = ['**/*.test.ts', '**/*.test.tsx', '**/*.stories.tsx']

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de'],
  extractors: [sentenceExtractor, babelExtractor],
  // A line number changes with each line above it.
  format: formatter({ lineNumbers: false }),
  catalogs: [
    { path: '<rootDir>/i18n/locales/{locale}', include: ['<rootDir>'], exclude: tests },
    // The sentences of the server, the engine and what the contract refuses: read by the client, and by the server for its e-mail.
    {
      path: '<rootDir>/../core/catalog/sentences/{locale}',
      include: ['core/catalog', 'contract/requests', 'engine', 'server'].map((folder) => `<rootDir>/../${folder}`),
      exclude: tests,
    },
  ],
})
