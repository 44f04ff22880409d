import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'

import { signedCallExample } from './inbound-url.ts'

it('is an example that signs as the server checks, in a plain shell', () => {
  const key = Buffer.alloc(32, 7)
  const secret = `whsec_${key.toString('base64')}`
  const example = signedCallExample({ url: 'https://millrace.example.com/v1/hooks/flows/1', secret })
  // In place of curl: what it would send.
  const script = `curl() { printf '%s\\n' "$@"; }\n${example}`
  const sent = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\n')
  const header = (name: string) => sent.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
  const signed = `${header('webhook-id')}.${header('webhook-timestamp')}.{}`

  expect(header('webhook-signature')).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  expect(sent).toContain('https://millrace.example.com/v1/hooks/flows/1')
})

it('has a gap for a secret that is not shown any more', () => {
  expect(signedCallExample({ url: 'https://millrace.example.com/x' })).toContain("secret='whsec_…'")
})
