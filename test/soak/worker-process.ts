import { compose } from '../../src/server/compose.ts'
import { readConfig } from '../../src/server/start/config.ts'

/** A worker as the environment describes it; asked to end, it hands its runs back. */
const quiet = () => undefined
const application = await compose({
  config: readConfig(process.env),
  databaseUrl: process.env['DATABASE_URL'] ?? '',
  masterKey: Buffer.from(process.env['MASTER_KEY'] ?? '', 'base64'),
  clientFolder: '/nonexistent',
  log: {
    debug: quiet,
    info: quiet,
    warn: quiet,
    error: (message, fields) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
  },
})
await application.start()
process.send?.('working')
process.on('SIGTERM', () => void application.stop().then(() => process.exit()))
