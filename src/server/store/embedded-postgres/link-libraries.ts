import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

import { errorCode, StartFailure } from '../../host/start-failure.ts'

interface Link {
  /** Both relative to the package, which holds the folder of the binaries. */
  readonly source: string
  readonly target: string
}

/**
 * Creates the symbolic links between the libraries of the package with this folder of binaries: npm packages cannot contain any, and the
 * script that creates them after an installation may not have run. @throws StartFailure
 */
export async function linkLibraries(folder: string): Promise<void> {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as readonly Link[]
  const inPackage = (path: string) => join(dirname(folder), path)
  try {
    for (const { source, target } of links.filter((link) => !existsSync(inPackage(link.target)))) {
      await symlink(relative(dirname(target), source), inPackage(target)).catch((error: unknown) => {
        // Another process that starts now has been faster.
        if (errorCode(error) !== 'EEXIST') throw error
      })
    }
  } catch (error) {
    if (errorCode(error) !== 'EACCES' && errorCode(error) !== 'EROFS') throw error
    throw new StartFailure(
      `The embedded Postgres lacks links to its libraries, and ${folder} cannot be written; start once as its owner, or set DATABASE_URL to a Postgres server of yours.`,
    )
  }
}
