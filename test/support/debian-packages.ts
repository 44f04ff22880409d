import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Wanted {
  readonly names: readonly string[]
  /** Whether the libraries that they need come too, where the system lacks them. */
  readonly withLibraries?: boolean
  /** For whoever has no package manager of Debian. */
  readonly otherwise: string
}

/** Unpacks packages of the distribution into a folder, with the system's own package manager, which checks signatures; nothing of the system changes. */
export function unpackPackages(folder: string, { names, withLibraries = false, otherwise }: Wanted): void {
  mkdirSync(dirname(folder), { recursive: true })
  const work = mkdtempSync(`${folder}-`)
  try {
    const packages = join(work, 'packages')
    const root = join(work, 'root')
    mkdirSync(packages)
    const done = new Set<string>()
    let wanted = names
    while (wanted.length > 0) {
      download(wanted, packages, work)
      const files = readdirSync(packages).map((name) => join(packages, name))
      for (const name of wanted) done.add(name)
      const needed = withLibraries ? files.flatMap(libraryNames) : []
      wanted = [...new Set(needed)].filter((name) => !done.has(name) && !isInstalled(name))
    }
    for (const name of readdirSync(packages)) command('dpkg', ['-x', join(packages, name), root])
    // Another process may have been faster; then its folder is as good.
    if (!existsSync(folder)) renameSync(root, folder)
  } catch (error) {
    throw new Error(`${otherwise} (${error instanceof Error ? error.message : String(error)})`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function download(names: readonly string[], packages: string, work: string): void {
  if (spawnSync('apt-get', ['download', ...names], { cwd: packages }).status === 0) return
  // A slim image knows no packages; the lists go beside the packages, not into the system.
  const lists = ['-o', `Dir::State::lists=${work}/lists`, '-o', `Dir::Cache=${work}/cache`]
  for (const folder of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(work, folder), { recursive: true })
  command('apt-get', [...lists, 'update'], packages)
  command('apt-get', [...lists, 'download', ...names], packages)
}

/** The libraries a package needs, as its control file names them; those of its Perl scripts, which nobody runs, are left out. */
const libraryNames = (file: string): readonly string[] =>
  command('dpkg-deb', ['-f', file, 'Depends'])
    .split(',')
    .map((dependency) => dependency.trim().split(/[ |:]/)[0] ?? '')
    .filter((name) => name.startsWith('lib') && !name.endsWith('-perl'))

const isInstalled = (name: string) =>
  spawnSync('dpkg-query', ['-s', name], { encoding: 'utf8' }).stdout.includes('Status: install ok installed')

function command(name: string, args: readonly string[], cwd?: string): string {
  const result = spawnSync(name, args, { cwd, encoding: 'utf8' })
  if (result.status === 0) return result.stdout
  throw new Error(`${name}: ${result.stderr?.trim() || result.error?.message}`)
}
