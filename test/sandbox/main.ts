import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { compose } from '../../src/server/main/compose.ts'
import { runMillrace } from '../../src/server/main/run-millrace.ts'
import { NO_MARIADB } from '../../src/server/stand-ins/run-stand-ins.ts'
import { findMariadb } from '../../src/stand-ins/find-mariadb.ts'
import { startPage } from './start-page.ts'
import { startVendors } from './start-vendors.ts'

const vendors = await startVendors()
const { address } = await startPage(vendors)

// A folder of its own, gone at the end: runs against stand-ins must never count as done for the vendors themselves.
const folder = await mkdtemp(join(tmpdir(), 'millrace-sandbox-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
Object.assign(process.env, vendors.variables, { DATA_DIR: folder })

process.stdout.write(
  `Sandbox: stand-ins answer in place of vendors, and nothing is kept. What they were given: ${address}\n`,
)
if (!findMariadb()) process.stdout.write(`MySQL: ${inEnglish(NO_MARIADB)}\n`)
await runMillrace({
  compose,
  clientFolder: join(import.meta.dirname, '..', '..', 'dist'),
  sandbox: { page: address, values: vendors.values },
})
