import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

import type { Command } from '../command.ts'
import { CommandFailure } from '../command-failure.ts'
import { OWN_URL, storeLogin } from '../login-file.ts'
import { sessionOf } from '../open-session.ts'
import { type KeyPage, requestKey } from '../request-key.ts'

/** @param open opens an address in the browser, where there is one */
export const makeLogin = (open: (address: string) => void): Command => ({
  description: [
    'Opens a page on which you create a key for this command line, and keeps it for the other commands, in a file that only you may read.',
    'A key that you have already is read from the standard input, or asked for with --key.',
    'Without this, MILLRACE_KEY and MILLRACE_URL say the same, for a CI job.',
  ],
  options: {
    url: { type: 'string', value: 'ADDRESS', description: `the address of the server; without it ${OWN_URL}` },
    key: { type: 'boolean', description: 'asks for a key in place of opening a page' },
    browser: { type: 'boolean', description: 'opens or prints the page, even without a terminal' },
  },
  run: async ({ text, flag, print }) => {
    const url = text('url') ?? process.env['MILLRACE_URL'] ?? OWN_URL
    const show = ({ address, code }: KeyPage) => {
      print(`Create a key on this page, if it shows ${code}:\n${address}`)
      open(address)
    }
    if (!URL.canParse(url))
      throw new CommandFailure(`"${url}" is no address. It has the form https://millrace.example.`)
    const isAsked = flag('browser') || (process.stdin.isTTY && !flag('key'))
    const key = isAsked ? await requestKey(url, show) : (await readKey()).trim()
    if (key === '')
      throw new CommandFailure('No key was entered. With --browser, a page opens on which you create one.')
    const { organization, role } = await sessionOf({ url, key })
    const path = storeLogin(process.env, { url, key })
    print(`The key is valid: ${organization}, role ${role}. It is kept in ${path}.`)
    return 0
  },
})

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
