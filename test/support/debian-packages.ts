import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../../node_modules/.cache/millrace/', import.meta.url))

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
      command('apt-get', [...lists(), 'download', ...wanted], packages)
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

/** The fields of the newest package of this name that the distribution has; nothing where there is no such distribution. */
export function newestPackage(name: string): { readonly version: string; readonly depends: string } | undefined {
  const shown = spawnSync('apt-cache', [...lists(), 'show', '--no-all-versions', name], { encoding: 'utf8' })
  const field = (label: string) => new RegExp(`^${label}: (.*)$`, 'm').exec(shown.stdout ?? '')?.[1]
  const version = field('Version')
  return version === undefined ? undefined : { version, depends: field('Depends') ?? '' }
}

/** The environment in which programs of an unpacked folder find their libraries. */
export function librariesIn(folder: string): NodeJS.ProcessEnv {
  const libraries = ['lib', 'usr/lib']
    .map((name) => join(folder, name))
    .filter(existsSync)
    .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))
    .filter((name) => name.endsWith('-linux-gnu'))
  return { ...process.env, LD_LIBRARY_PATH: libraries.join(':') }
}

/** A slim image knows no packages; then the lists are beside the packages, not in the system. */
function lists(): readonly string[] {
  if (spawnSync('apt-cache', ['show', 'libc6']).status === 0) return []
  const own = join(cache, 'package-lists')
  const options = ['-o', `Dir::State::lists=${own}/lists`, '-o', `Dir::Cache=${own}/cache`]
  if (existsSync(own)) return options
  for (const name of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(own, name), { recursive: true })
  spawnSync('apt-get', [...options, 'update'])
  return options
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
