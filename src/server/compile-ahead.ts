import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import '../engine/net/ssh-key-thread.ts'
import '../engine/step-process/main.ts'
import './main/task-process.ts'
import './millrace.ts'
import './commands/run-role.ts'
import './stand-ins/run-stand-ins.ts'
import './telemetry/open-telemetry.ts'
import './worker/mirrors/follow-mirror.ts'

import { openDuckdb } from '../engine/transform/duckdb/open-duckdb.ts'

// Loads the code of the server and the engine, and ends: Node stores the compiled code, and later processes only read it.
const connectors = join(import.meta.dirname, '../engine/connectors')
for (const file of await readdir(connectors, { recursive: true })) {
  if (file.endsWith('-connector.ts')) await import(pathToFileURL(join(connectors, file)).href)
}
// Each is loaded when a call first needs it.
const tasks = join(import.meta.dirname, 'http/task-handlers')
for (const file of await readdir(tasks)) {
  if (file.endsWith('.ts')) await import(pathToFileURL(join(tasks, file)).href)
}
const duckdb = await openDuckdb()
duckdb.close()
