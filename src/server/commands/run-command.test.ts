import { describe, expect, it } from 'vitest'

import { VERSION } from '../host/version.ts'
import { COMMANDS } from './commands.ts'
import { runCommand } from './run-command.ts'

async function types(...words: string[]) {
  const printed: string[] = []
  const complaints: string[] = []
  const code = await runCommand(words, {
    print: (line) => void printed.push(line),
    complain: (line) => void complaints.push(line),
  })
  return { code, printed: printed.join('\n'), complaints: complaints.join('\n') }
}

describe('the program millrace', () => {
  it('lists every command with what it does', async () => {
    const { code, printed } = await types('help')
    expect(code).toBe(0)
    for (const [name, { summary }] of Object.entries(COMMANDS))
      expect(printed).toMatch(new RegExp(`${name} +${summary}`))
  })

  it.each(Object.keys(COMMANDS))('says how %s is used, however it is asked', async (name) => {
    const { code, printed } = await types('help', name)
    expect(code).toBe(0)
    expect(printed).toMatch(new RegExp(`^millrace ${name}`))
    expect(await types(name, '--help')).toEqual({ code: 0, printed, complaints: '' })
  })

  it('says its version', async () => {
    expect((await types('--version')).printed).toBe(VERSION)
    expect((await types('version')).printed).toBe(VERSION)
  })

  it('names what it does not know, and where to look', async () => {
    expect(await types('strat')).toEqual({
      code: 2,
      printed: '',
      complaints: 'There is no command "strat". "millrace help" lists the commands.',
    })
    expect((await types('constructor')).code).toBe(2)
    expect((await types('worker', '--prot', '1')).complaints).toBe(
      `Unknown option '--prot'. "millrace help worker" shows how it is used.`,
    )
    expect((await types('worker', 'now')).complaints).toBe(
      '"now" is one argument too many. "millrace help worker" shows how it is used.',
    )
  })
})
