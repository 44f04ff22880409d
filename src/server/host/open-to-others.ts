import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'

/** Those of the files that other users of this machine may read or change. */
export async function openToOthers(paths: readonly string[]): Promise<readonly string[]> {
  const open: string[] = []
  for (const path of paths) {
    if (process.platform === 'win32' || !existsSync(path) || isProtected(path)) continue
    const { mode } = await stat(path)
    if ((mode & 0o077) !== 0) open.push(path)
  }
  return open
}

/** Files of container engines and of systemd are readable for all who are inside, and nobody else is. */
const isProtected = (path: string) => /^\/run\/(secrets|credentials)\//.test(path)
