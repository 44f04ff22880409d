import { parseArgs } from 'node:util'
import type { Command } from '../../cli/command.ts'
import { CommandFailure, UsageFailure } from '../../cli/command-failure.ts'
import { MillraceError } from '../../sdk/millrace-error.ts'
import { StartFailure } from '../host/start-failure.ts'
import { VERSION } from '../host/version.ts'
import { COMMANDS } from './commands.ts'
import { helpFor, listOfCommands } from './help.ts'

/** Exit code of programs that are called wrongly, by convention. */
const USAGE_ERROR = 2

interface Output {
  readonly print: (line: string) => void
  readonly complain: (line: string) => void
}

const STANDARD: Output = {
  print: (line) => {
    // Nobody reads any more.
    if (process.stdout.errored) process.exit()
    process.stdout.write(`${line}\n`)
  },
  complain: (line) => void process.stderr.write(`${line}\n`),
}

/** Runs the command that a person typed, `start` when none was. @returns the exit code */
export async function runCommand(typed: readonly string[], output: Output = STANDARD): Promise<number> {
  const { name, given, wants } = read(typed)
  if (wants === 'version') output.print(VERSION)
  else if (name === undefined) output.print(listOfCommands())
  else return runNamed(name, given, wants === 'help', output)
  return 0
}

const HELP = ['--help', '-h']

/** The command's name, and what was typed after it. */
function read(typed: readonly string[]) {
  const [first = 'start', ...rest] = typed
  if (first === '--version' || first === 'version') return { name: undefined, given: rest, wants: 'version' }
  if (first === 'help' || HELP.includes(first)) return { name: rest[0], given: rest.slice(1), wants: 'help' }
  // Options alone belong to the command that needs no name.
  const [name, given] = first.startsWith('-') ? ['start', typed] : [first, rest]
  return { name, given, wants: given.some((word) => HELP.includes(word)) ? 'help' : 'work' }
}

async function runNamed(
  name: string,
  given: readonly string[],
  wantsHelp: boolean,
  { print, complain }: Output,
): Promise<number> {
  const row = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!row) {
    complain(`There is no command "${name}". "millrace help" lists the commands.`)
    return USAGE_ERROR
  }
  const command = await row.load()
  if (wantsHelp) {
    print(helpFor(name, command))
    return 0
  }
  const parsed = parse(command, given)
  if (typeof parsed === 'string') {
    complain(`${parsed} "millrace help ${name}" shows how it is used.`)
    return USAGE_ERROR
  }
  try {
    return await command.run({ ...parsed, print })
  } catch (error) {
    if (!isExplained(error)) throw error
    complain(error.message)
    return error instanceof UsageFailure ? USAGE_ERROR : 1
  }
}

const isExplained = (error: unknown): error is Error =>
  error instanceof StartFailure || error instanceof CommandFailure || error instanceof MillraceError || isOfFile(error)

/** Node names the file, and what the system did not allow. */
const isOfFile = (error: unknown) => error instanceof Error && 'syscall' in error && 'path' in error

/** What was typed after the name, or a sentence that says what is wrong with it. */
function parse({ arguments: names = [], options = {} }: Command, given: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...given], options, allowPositionals: true })
    const required = names.filter((name) => !name.endsWith('?'))
    const missing = required[positionals.length]
    if (missing !== undefined) return `${missing} is missing.`
    const extra = positionals[names.length]
    if (extra !== undefined) return `"${extra}" is one argument too many.`
    return {
      arguments: positionals,
      text: (option: string) => {
        const value = values[option]
        return typeof value === 'string' ? value : undefined
      },
      list: (option: string) => {
        const value = values[option]
        return Array.isArray(value) ? value.map(String) : []
      },
      flag: (option: string) => values[option] === true,
    }
  } catch (error) {
    return `${error instanceof Error ? error.message.split('. ')[0] : String(error)}.`
  }
}
