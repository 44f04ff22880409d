import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'

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
  try {
    return namesIn(folder)
      .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
      .filter(isOurs)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new CommandFailure(`There is no folder ${folder}. "millrace pull ${folder}" makes it.`)
  }
}

/** Not all at once by `recursive`: a repository's node_modules have more files than everything else. */
function namesIn(folder: string, above = '', entered: readonly string[] = []): readonly string[] {
  const place = realpathSync(folder)
  // A link to a folder that it is in.
  if (entered.includes(place)) return []
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const name = `${above}${entry.name}`
      if (entry.name.startsWith('.') || entry.name === 'node_modules') return []
      const found = followed(folder, entry)
      if (found?.isDirectory()) return namesIn(join(folder, entry.name), `${name}/`, [...entered, place])
      return found?.isFile() && /\.ya?ml$/.test(name) ? [name] : []
    })
    .sort()
}

/** What a link leads to, because Kubernetes mounts files as links; nothing if that is gone. */
const followed = (folder: string, entry: Dirent) =>
  entry.isSymbolicLink() ? statSync(join(folder, entry.name), { throwIfNoEntry: false }) : entry
