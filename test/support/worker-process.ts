import { compose } from '../../src/server/compose.ts'
import { readConfig } from '../../src/server/start/config.ts'
import { PROJECT } from './firebase-tokens.ts'

/** A worker in a process of its own, so that a test can kill or pause it. */
const quiet = () => undefined
const application = await compose({
  config: readConfig({ FIREBASE_PROJECT_ID: PROJECT, FIREBASE_API_KEY: 'key' }),
  databaseUrl: process.env['DATABASE_URL'] ?? '',
  auth: { kind: 'firebase', projectId: PROJECT, apiKey: 'key', authDomain: 'localhost' },
  masterKey: Buffer.from(process.env['MASTER_KEY'] ?? '', 'base64'),
  clientFolder: '/nonexistent',
  log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
})
await application.start()
process.stdout.write('working\n')
