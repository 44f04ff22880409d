import { expect, it } from 'vitest'

import { type ChannelForm, draftOf, formOf } from './channel-draft.ts'

const typed = (form: Partial<ChannelForm>) =>
  draftOf({ ...formOf(undefined), recipients: 'ops@example.com', ...form }, true)

it('takes addresses however they are put apart', () => {
  expect(typed({ recipients: ' ops@example.com, ada@example.com;\n eve@example.com ' })).toMatchObject({
    kind: 'email',
    recipients: ['ops@example.com', 'ada@example.com', 'eve@example.com'],
  })
})

it('takes a share with a comma or a point, and only with the event that it is for', () => {
  const events = ['rejected'] as const
  expect(typed({ events, rejectsAbove: '2,5' })).toMatchObject({ rejectsAbove: 2.5 })
  expect(typed({ rejectsAbove: 'much' })).toMatchObject({ rejectsAbove: 0 })
})

it('keeps what belongs to its kind', () => {
  const url = 'https://hooks.example.com/millrace'
  expect(typed({ kind: 'webhook', url })).toMatchObject({ url, recipients: [] })
  expect(typed({ url })).not.toHaveProperty('url')
})

it.each<[Partial<ChannelForm>, string]>([
  [{ kind: 'webhook', url: 'http://example.com' }, 'url'],
  [{ kind: 'webhook', url: 'https://' }, 'url'],
  [{ recipients: '' }, 'recipients'],
  [{ recipients: 'ops' }, 'recipients'],
  [{ events: [] }, 'events'],
  [{ events: ['rejected'], rejectsAbove: '100' }, 'rejectsAbove'],
  [{ events: ['rejected'], rejectsAbove: 'x' }, 'rejectsAbove'],
  [{ flowIds: [] }, 'flows'],
])('says what is wrong with %j', (form, problem) => expect(typed(form)).toBe(problem))
