import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCES = join(import.meta.dirname, '../../src')

/** What runs on a server or in a terminal, where nobody presses Reload. */
const files = globSync('{engine,server,cli,sdk,stand-ins}/**/*.ts', { cwd: SOURCES }).filter(
  (file) => !file.endsWith('.test.ts'),
)

/** The arguments of each call, up to the bracket that closes it. */
function callsOf(name: RegExp, text: string): readonly string[] {
  return [...text.matchAll(name)].map(({ index, 0: { length } }) => {
    let open = 1
    let end = index + length
    for (; open > 0 && end < text.length; end++) open += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0
    return text.slice(index, end)
  })
}

it('no call to another system waits for ever: each has a signal, and mails have their one transport', () => {
  const calls = files.flatMap((file) => {
    const text = readFileSync(join(SOURCES, file), 'utf8')
    const fetched = callsOf(/(?<![.\w])fetch\((?=url|address|asked|request,|`)/g, text)
    const bare = fetched.filter((call) => !/signal|, call\)/.test(call))
    const mails = file === 'server/mail/mail-transport.ts' ? [] : callsOf(/\bcreateTransport\(/g, text)
    return [...bare, ...mails].map((call) => `${file}: ${call.slice(0, 60)}`)
  })
  expect(calls).toEqual([])
})

it('finds a call without a signal', () => {
  expect(callsOf(/\bfetch\(/g, 'await fetch(url, { body: f(1) }).json()')).toEqual(['fetch(url, { body: f(1) })'])
})
