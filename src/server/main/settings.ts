import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defined } from '../../core/catalog/defined.ts'
import { nearestName } from '../host/nearest-name.ts'
import { errorCode, StartFailure } from '../host/start-failure.ts'
import { readVariableFile } from '../host/variable-file.ts'
import { VARIABLES } from './variables.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The variables in force, from the environment and from a file; not checked yet. */
export interface Settings {
  readonly environment: Environment
  /** Where each of them was set, for people: `environment`, or a file with its line. */
  readonly sources: ReadonlyMap<string, string>
  readonly file?: string
  /** Files that contain secrets: this one, and those that a NAME_FILE names. */
  readonly secretFiles: readonly string[]
  /** Sentences about the files. */
  readonly problems: readonly string[]
}

/** The file that is read if it is in the current folder and no other is named. */
const USUAL_FILE = 'millrace.env'

/** Variables of the process itself cannot come from the file that they name. */
const NOT_IN_FILES = ['MILLRACE_CONFIG']

interface Given {
  readonly value: string
  readonly source: string
}

/**
 * Reads the file with variables, if there is one: the environment counts more than the file, and a secret may be in a file of its own.
 * @param named the file that the command line names. @throws StartFailure when a named file cannot be read
 */
export function readSettings(environment: Environment, named?: string): Settings {
  const problems: string[] = []
  const secretFiles: string[] = []
  const file = pathOf(environment, named)
  const inFile = file === undefined ? new Map<string, Given>() : fromFile(file, problems)
  const inEnvironment = new Map<string, Given>()
  for (const [name, value] of Object.entries(environment))
    if (value !== undefined) inEnvironment.set(name, { value, source: 'environment' })

  const values: Record<string, string | undefined> = { ...environment }
  const sources = new Map<string, string>()
  for (const [name, { secret }] of VARIABLES) {
    const found = [inEnvironment, inFile]
      .map((given) => (secret ? secretOf(name, given, problems, secretFiles) : given.get(name)))
      .find((given) => given !== undefined)
    if (!found) continue
    values[name] = found.value
    sources.set(name, found.source)
  }
  const hasSecrets = [...inFile.keys()].some((name) => VARIABLES.get(name)?.secret)
  if (file !== undefined && hasSecrets) secretFiles.push(file)
  return defined({ environment: values, sources, secretFiles, problems, file })
}

function pathOf(environment: Environment, named: string | undefined): string | undefined {
  const path = named ?? (environment['MILLRACE_CONFIG'] || undefined)
  if (path !== undefined) return resolve(path)
  return existsSync(USUAL_FILE) ? resolve(USUAL_FILE) : undefined
}

function fromFile(path: string, problems: string[]): Map<string, Given> {
  const read = readVariableFile(path, readText(path))
  problems.push(...read.problems)
  const given = new Map<string, Given>()
  for (const { name, value, line } of read.variables) {
    const problem = unknownName(name)
    if (problem === undefined) given.set(name, { value, source: `${path}, line ${line}` })
    else problems.push(`${path}, line ${line}: ${problem}`)
  }
  return given
}

function unknownName(name: string): string | undefined {
  const known = [...VARIABLES].flatMap(([own, { secret }]) => (secret ? [own, `${own}_FILE`] : [own]))
  if (NOT_IN_FILES.includes(name)) return `${name} can only be set in the environment.`
  if (known.includes(name)) return undefined
  const nearest = nearestName(name, known)
  const meant = nearest === undefined ? '"millrace config" lists all of them.' : `Did you mean ${nearest}?`
  return `there is no variable ${name}. ${meant}`
}

/** A secret, or the content of the file that NAME_FILE names. */
function secretOf(
  name: string,
  given: ReadonlyMap<string, Given>,
  problems: string[],
  secretFiles: string[],
): Given | undefined {
  const own = given.get(name)
  const path = given.get(`${name}_FILE`)
  if (!path) return own
  if (own) {
    problems.push(`${name} and ${name}_FILE must not be set both.`)
    return own
  }
  try {
    const value = readText(path.value).replace(/\r?\n$/, '')
    secretFiles.push(resolve(path.value))
    return { value, source: `${path.source}: ${path.value}` }
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    problems.push(`${name}_FILE: ${error.message}`)
    return undefined
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartFailure(`The file ${path} cannot be read (${errorCode(error) ?? 'unknown reason'}).`)
  }
}
