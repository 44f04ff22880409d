import { readdirSync, rmSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes what Node's packages in the folder have for compiling add-ons, 67 MB: nobody compiles any here. */
export function removeHeaders(packages) {
  for (const name of readdirSync(packages).filter((entry) => entry.startsWith('node-'))) {
    for (const folder of ['include', 'share']) rmSync(join(packages, name, folder), { recursive: true, force: true })
  }
}

/** Removes the source maps of all packages in the folder, 135 MB: only a debugger of these packages reads them. */
export async function removeSourceMaps(packages) {
  const entries = await readdir(packages, { recursive: true, withFileTypes: true })
  const maps = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.map'))
  await Promise.all(maps.map(({ parentPath, name }) => rm(join(parentPath, name))))
}
