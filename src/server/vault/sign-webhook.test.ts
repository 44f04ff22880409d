import { expect, it } from 'vitest'

import { newSecret, rotated, secretsAt } from './channel-secrets.ts'
import { webhookHeaders } from './sign-webhook.ts'

/** From the specification's own libraries (github.com/standard-webhooks). */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  content: { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' },
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

it('a message is signed as receivers’ libraries check it', () => {
  expect(webhookHeaders(VECTOR.content, [VECTOR.secret])).toEqual({
    'webhook-id': VECTOR.content.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': VECTOR.signature,
  })
})

it('a receiver may change over to a new secret within a day', () => {
  const first = { present: newSecret() }
  const second = rotated(first, 0)
  expect(second.present).not.toBe(first.present)
  expect(secretsAt(first, 0)).toEqual([first.present])
  expect(secretsAt(second, 86_399_999)).toEqual([second.present, first.present])
  expect(secretsAt(second, 86_400_000)).toEqual([second.present])
})
