import { beforeEach, describe, expect, it } from 'vitest'

import { ABSENT, ENVIRONMENTS, type Environment, given, notFound } from './environments.ts'

describe.each(ENVIRONMENTS)('AlertRepository over %s', (_, make) => {
  let environment: Environment
  let organizationId: string

  beforeEach(async () => {
    environment = await make()
    organizationId = environment.organizationId
  })

  const draft = {
    kind: 'webhook',
    url: 'https://hooks.example.com/millrace',
    recipients: [],
    events: ['failed', 'rejected'],
    rejectsAbove: 5,
  } as const

  it('keeps a channel, and shows its secret only when it is new', async () => {
    const { alerts } = environment.ports
    const { id, secret, ...kept } = await given(alerts.create(organizationId, draft))
    expect(kept).toEqual(draft)
    expect(secret).toMatch(/^whsec_/)
    expect(await alerts.list(organizationId)).toMatchObject({ ok: true, value: { channels: [{ ...draft, id }] } })
    expect((await given(alerts.list(organizationId))).channels[0]).not.toHaveProperty('secret')

    const changed = { ...draft, events: ['late'] as const, rejectsAbove: 0 }
    expect(await given(alerts.update(organizationId, id, changed))).toEqual({ ...changed, id })
    const renewed = await given(alerts.rotateSecret(organizationId, id))
    expect(renewed.secret).toMatch(/^whsec_/)
    expect(renewed.secret).not.toBe(secret)

    expect(await alerts.remove(organizationId, id)).toEqual({ ok: true, value: undefined })
    expect((await given(alerts.list(organizationId))).channels).toEqual([])
  })

  it('keeps the name of a channel until it gets another or an empty one', async () => {
    const { alerts } = environment.ports
    const { id } = await given(alerts.create(organizationId, { ...draft, name: 'Data team' }))
    expect(await given(alerts.update(organizationId, id, draft))).toEqual({ ...draft, id, name: 'Data team' })
    expect(await given(alerts.update(organizationId, id, { ...draft, name: '' }))).toEqual({ ...draft, id })
    expect(await given(alerts.takeOver(organizationId, id))).toEqual({ ...draft, id })
  })

  it('tells what came of a test, and lists it', async () => {
    const { alerts } = environment.ports
    // Nothing answers there, whoever asks.
    const { id } = await given(alerts.create(organizationId, { ...draft, url: 'https://localhost:1/' }))
    const sent = await given(alerts.test(organizationId, id))
    expect(sent).toMatchObject({ channelId: id, event: 'test', attempts: 1, answer: expect.any(String) })
    expect(sent.state).not.toBe('waiting')
    expect((await given(alerts.deliveries(organizationId))).deliveries).toMatchObject([{ id: sent.id }])
    expect(await given(alerts.deliveries(organizationId, { channelId: id }))).toMatchObject({
      deliveries: [{ id: sent.id }],
    })
    expect(await given(alerts.delivery(organizationId, sent.id))).toMatchObject({ id: sent.id, messageId: sent.id })
    const again = await given(alerts.replay(organizationId, sent.id))
    expect(again).toMatchObject({ channelId: id, event: 'test', replayOf: sent.id })
    expect(await given(alerts.delivery(organizationId, again.id))).toMatchObject({ messageId: sent.id })
  })

  it('knows no other channel', async () => {
    const { alerts } = environment.ports
    expect(await alerts.update(organizationId, ABSENT, draft)).toMatchObject(notFound)
    expect(await alerts.remove(organizationId, ABSENT)).toMatchObject(notFound)
    expect(await alerts.rotateSecret(organizationId, ABSENT)).toMatchObject(notFound)
    expect(await alerts.test(organizationId, ABSENT)).toMatchObject(notFound)
    expect(await alerts.delivery(organizationId, ABSENT)).toMatchObject(notFound)
    expect(await alerts.replay(organizationId, ABSENT)).toMatchObject(notFound)
  })
})
