import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

import type { Command } from '../command.ts'
import { CommandFailure } from '../command-failure.ts'
import { OWN_URL, storeLogin } from '../login-file.ts'
import { sessionOf } from '../open-session.ts'

export const login: Command = {
  description: [
    'Checks a key and keeps it for the other commands, in a file that only you may read.',
    'The key is asked for, or read from the standard input. Create one in the application under Settings, Keys.',
    'Without this, MILLRACE_KEY and MILLRACE_URL say the same, for a CI job.',
  ],
  options: {
    url: { type: 'string', value: 'ADDRESS', description: `the address of the server; without it ${OWN_URL}` },
  },
  run: async ({ text, print }) => {
    const url = text('url') ?? process.env['MILLRACE_URL'] ?? OWN_URL
    if (!URL.canParse(url))
      throw new CommandFailure(`"${url}" is no address. It has the form https://millrace.example.`)
    const key = (await readKey()).trim()
    if (key === '') throw new CommandFailure('No key was entered.')
    const { organization, role } = await sessionOf({ url, key })
    const path = storeLogin(process.env, { url, key })
    print(`The key is valid: ${organization}, role ${role}. It is kept in ${path}.`)
    return 0
  },
}

/** One line of the standard input; at a terminal nothing of it is shown. */
function readKey(): Promise<string> {
  const isTerminal = process.stdin.isTTY
  if (isTerminal) process.stderr.write('Key: ')
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal })
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      lines.close()
      if (isTerminal) process.stderr.write('\n')
      resolve(line)
    })
    lines.once('close', () => resolve(''))
  })
}
