import { readFileSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

interface Packages {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly dev?: true }>>
}

/** What a start installs here: npm's list of what is installed, without what only tests need. */
export function startPackages(): Packages {
  const installed = JSON.parse(readFileSync(join(ROOT, 'node_modules', '.package-lock.json'), 'utf8')) as Packages
  return { packages: Object.fromEntries(Object.entries(installed.packages).filter(([, { dev }]) => !dev)) }
}

/** Gives a folder the `node_modules` of a start, as links to our own. */
export async function linkStartPackages(folder: string): Promise<void> {
  const { packages } = startPackages()
  const atTheTop = Object.keys(packages).filter((path) => path.lastIndexOf('node_modules/') === 0)
  for (const path of [...atTheTop, 'node_modules/.cache']) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await symlink(join(ROOT, path), join(folder, path))
  }
  await writeFile(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
}
