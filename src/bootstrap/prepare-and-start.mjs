import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { execNode } from './exec-node.mjs'

const PREPARE = join(import.meta.dirname, 'prepare.mjs')

/**
 * Installs missing packages, compiles the server and, for processes that serve it, builds the client if their sources changed, and becomes the
 * program. All of that happens in a process that ends: ours stays as long as the server, and would keep up to 50 MB of it.
 */
export function prepareAndStart(args, { servesClient } = { servesClient: true }) {
  const prepared = spawnSync(process.execPath, [PREPARE, ...(servesClient ? ['--client'] : [])], { stdio: 'inherit' })
  if (prepared.status !== 0) process.exit(prepared.status ?? 1)
  execNode(args)
}
