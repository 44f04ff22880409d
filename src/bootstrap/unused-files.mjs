import { readdirSync, rmSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/**
 * What nothing here loads of the packages, 230 MB: source maps, which only a debugger of the packages reads; builds for other loaders;
 * and the products of Firebase beside its sign-in, which come with its package.
 */
const UNUSED = [
  /\.map$/,
  /^@firebase\/(?!(app|auth|component|logger|util)\/)[^/]+\/dist(\/|$)/,
  /^@firebase\/auth\/dist\/(browser-cjs|cordova|rn|web-extension-\w+)(\/|$)/,
  /^firebase\/(?!(app|auth|package\.json)(\/|$))/,
  /^lucide\/dist\/umd(\/|$)/,
  /^stripe\/cjs(\/|$)/,
]

/** @param path of a file or folder inside `node_modules` */
export const isUnused = (path) => UNUSED.some((pattern) => pattern.test(path.split(sep).join('/')))

/** Removes what a start does not need from the packages in the folder; npm does not miss it. */
export async function removeUnused(packages) {
  const isWhole = (path) => !isUnused(relative(packages, path))
  const entries = await readdir(packages, { recursive: true, withFileTypes: true })
  const unused = entries.filter(({ parentPath, name }) => isWhole(parentPath) && !isWhole(join(parentPath, name)))
  await Promise.all(unused.map(({ parentPath, name }) => rm(join(parentPath, name), { recursive: true })))
}

/** Removes what Node's packages in the folder have for compiling add-ons, 67 MB: nobody compiles any here. */
export function removeHeaders(packages) {
  for (const name of readdirSync(packages).filter((entry) => entry.startsWith('node-'))) {
    for (const folder of ['include', 'share']) rmSync(join(packages, name, folder), { recursive: true, force: true })
  }
}
