import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { unpackPackages } from '../debian-packages.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

const cache = fileURLToPath(new URL('../../../node_modules/.cache/millrace/', import.meta.url))
const NEEDED = 'These tests need the definitions of locales: install the package locales.'

/** A folder of locales that a server finds by `LOCPATH`, whatever the system itself has; their definitions are the distribution's. */
export function makeLocales(names: readonly string[]): string {
  const folder = makeScratchFolder('locales')
  chmodSync(folder, 0o755)
  for (const name of names) {
    const made = join(cache, 'locales', `${name}.utf8`)
    if (!existsSync(made)) make(name, made)
    const copied = spawnSync('cp', ['-r', made, folder], { encoding: 'utf8' })
    if (copied.status !== 0) throw new Error(copied.stderr)
  }
  return folder
}

/** It appears whole or not at all, however many processes are the first. */
function make(name: string, made: string): void {
  mkdirSync(dirname(made), { recursive: true })
  const draft = mkdtempSync(`${made}-`)
  try {
    const options = ['--no-archive', '-f', 'UTF-8', '-i', name, join(draft, 'locale')]
    const result = spawnSync('localedef', options, { env: { ...process.env, ...definitions() }, encoding: 'utf8' })
    if (!existsSync(join(draft, 'locale', 'LC_MONETARY')))
      throw new Error(`${NEEDED} (${result.stderr ?? result.error})`)
    if (!existsSync(made)) renameSync(join(draft, 'locale'), made)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function definitions(): NodeJS.ProcessEnv {
  if (existsSync('/usr/share/i18n/locales/ja_JP')) return {}
  const unpacked = join(cache, 'locale-definitions')
  if (!existsSync(unpacked)) unpackPackages(unpacked, { names: ['locales'], otherwise: NEEDED })
  return { I18NPATH: join(unpacked, 'usr/share/i18n') }
}
