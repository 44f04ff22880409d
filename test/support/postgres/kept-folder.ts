import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { unprivileged } from './postgres-binaries.ts'

const cache = fileURLToPath(new URL('../../../node_modules/.cache/millrace/', import.meta.url))

/**
 * Has `make` fill `folder`, which belongs to whoever runs the servers. Only the first of a name is made, the others are
 * copies of it, at a quarter of the work.
 */
export function fillOnce(name: string, folder: string, make: () => void): void {
  const kept = join(cache, `${name}-of-${unprivileged?.uid ?? process.getuid?.()}`)
  if (existsSync(kept)) copy(kept, folder)
  else {
    make()
    keep(folder, kept)
  }
}

/** Removes what was kept of the kind `kind` under other names than this one, from before its content changed. */
export function forgetOthers(kind: string, name: string): void {
  if (!existsSync(cache)) return
  const isOther = (found: string) => found.startsWith(kind) && !found.startsWith(name)
  for (const other of readdirSync(cache).filter(isOther)) rmSync(join(cache, other), { recursive: true, force: true })
}

/** It appears whole or not at all, however many processes are the first. */
function keep(folder: string, kept: string): void {
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(`${kept}-`)
  try {
    copy(folder, join(draft, 'data'))
    renameSync(join(draft, 'data'), kept)
  } catch (error) {
    if (!existsSync(kept)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** With its owner, who must be the one that runs the server. */
function copy(from: string, to: string): void {
  const copied = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (copied.status !== 0) throw new Error(`the data folder could not be copied: ${copied.stderr}`)
}
