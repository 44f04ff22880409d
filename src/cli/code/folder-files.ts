import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

import { CODE_KINDS } from '../../core/catalog/code/code-documents.ts'
import { CommandFailure } from '../command-failure.ts'

export interface CodeFile {
  /** The path in the folder, with `/` on every system. */
  readonly name: string
  readonly text: string
}

const OWN_FOLDER = new RegExp(`^(${CODE_KINDS.join('|')})s/`)

/** A folder may have other YAML files: outside of our own folders, only those count that say so. */
const isOurs = ({ name, text }: CodeFile): boolean => OWN_FOLDER.test(name) || /^millrace:/m.test(text)

/** The YAML files of a folder and of the folders in it, in the order of their names. @throws CommandFailure */
export function filesOfFolder(folder: string): readonly CodeFile[] {
  return namesIn(folder)
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
    .filter(isOurs)
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, '.').length).split(sep).join('/'))
      .map((name) => name.replace(/^\//, ''))
      .filter((name) => !name.split('/').some((part) => part.startsWith('.') || part === 'node_modules'))
      .sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new CommandFailure(`There is no folder ${folder}. "millrace pull ${folder}" makes it.`)
  }
}
