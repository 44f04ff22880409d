import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Removes what Node's packages in the folder have for compiling add-ons, 67 MB: nobody compiles any here. */
export function removeHeaders(packages) {
  for (const name of readdirSync(packages).filter((entry) => entry.startsWith('node-'))) {
    for (const folder of ['include', 'share']) rmSync(join(packages, name, folder), { recursive: true, force: true })
  }
}
