import type { Command } from './command.ts'
import { COMMANDS } from './commands.ts'

/** What `millrace help` prints. */
export function listOfCommands(): string {
  const width = Math.max(...Object.keys(COMMANDS).map(({ length }) => length))
  const rows = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  return [
    'Millrace moves data between the systems that an organization already uses.',
    '',
    'millrace [command] [options]',
    '',
    ...rows,
    `  ${'help'.padEnd(width)}  show this list, or how one command is used: millrace help backup`,
    `  ${'version'.padEnd(width)}  print the version`,
    '',
    'Without a command, it starts everything on this machine.',
  ].join('\n')
}

/** What `millrace help <command>` prints. */
export function helpFor(name: string, { description, arguments: names = [], options = {} }: Command): string {
  const rows = Object.entries(options).map(([option, { value, description: text }]) => ({
    typed: value === undefined ? `--${option}` : `--${option} ${value}`,
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
