import { expect, it } from 'vitest'

import { inEnglish } from '../../../core/catalog/sentence.ts'
import type { Dialler } from '../../../engine/ports/dialler.ts'
import { postWebhook } from './post-webhook.ts'

/** Every connection fails as Node says it. */
const failingWith = (code: string): Dialler => ({
  resolve: async () => [],
  through: () => Promise.reject(new Error('no tunnel')),
  connect: async () => {
    throw Object.assign(new Error('self-signed certificate; try running Node.js with --use-system-ca'), { code })
  },
})

const answerTo = async (code: string) => {
  const post = { url: 'https://hooks.example.com/', headers: {}, body: '{}' }
  return inEnglish((await postWebhook(failingWith(code), post, new AbortController().signal)).answer)
}

it('says in plain words why a message did not arrive and what to do, and never what Node advises', async () => {
  expect(await answerTo('DEPTH_ZERO_SELF_SIGNED_CERT')).toBe(
    'The certificate of the server is not trusted. Have the certificate signed by an authority this server knows.',
  )
  expect(await answerTo('ECONNREFUSED')).toMatch(/^Nothing answers at this host and port\. Check the port/)
  expect(await answerTo('SOMETHING_NEW')).toBe('The connection was lost.')
})
