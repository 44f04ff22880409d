import type { Command } from '../../cli/command.ts'
import { COMMANDS, type CommandRow, SERVER_COMMANDS, SINGLE_COMMANDS } from './commands.ts'
import { KEY_COMMANDS } from './key-commands.ts'

/** What `millrace help` prints. */
export function listOfCommands(): string {
  const width = Math.max(...Object.keys(COMMANDS).map(({ length }) => length))
  const rows = (commands: Readonly<Record<string, CommandRow>>) =>
    Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  const { completion } = COMMANDS
  return [
    'Millrace moves data between the systems that an organization already uses.',
    '',
    'millrace [command] [options]',
    '',
    'Without a server:',
    ...rows(SINGLE_COMMANDS),
    '',
    'On the machine of the server:',
    ...rows(SERVER_COMMANDS),
    '',
    'Anywhere, with a key:',
    ...rows(KEY_COMMANDS),
    '',
    ...(completion ? rows({ completion }) : []),
    `  ${'help'.padEnd(width)}  show this list, or how one command is used: millrace help backup`,
    `  ${'version'.padEnd(width)}  print the version`,
    '',
    'Without a command, it starts everything on this machine.',
  ].join('\n')
}

/** What `millrace help <command>` prints. */
export function helpFor(name: string, { description, arguments: names = [], options = {} }: Command): string {
  const rows = Object.entries(options).map(([option, { value, short, description: text }]) => ({
    typed: `${short === undefined ? '' : `-${short}, `}--${option}${value === undefined ? '' : ` ${value}`}`,
    text,
  }))
  const width = Math.max(0, ...rows.map(({ typed }) => typed.length))
  const usage = [
    'millrace',
    name,
    ...names.map((argument) => (argument.endsWith('?') ? `[${argument.slice(0, -1)}]` : argument)),
    ...(rows.length > 0 ? ['[options]'] : []),
  ]
  return [
    usage.join(' '),
    '',
    ...description,
    ...(rows.length > 0 ? ['', ...rows.map(({ typed, text }) => `  ${typed.padEnd(width)}  ${text}`)] : []),
  ].join('\n')
}
