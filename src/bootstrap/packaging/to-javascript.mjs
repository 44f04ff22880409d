import { readdirSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

/** A specifier of a file of ours. */
const OWN = /(['"]\.{1,2}\/[^'"\n]+)\.ts(['"])/g

/** Names files of ours as they are called once they are compiled. */
export const withCompiledNames = (text) => text.replace(OWN, '$1.js$2')

/** Line numbers stay those of the source. */
export const toJavaScript = (text) => withCompiledNames(stripTypeScriptTypes(text))

/** The paths of all files below a folder. */
export const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
