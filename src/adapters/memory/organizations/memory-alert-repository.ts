import type { AlertChannel, AlertChannelDraft, AlertChannels } from '../../../core/alerts/alert-channel.ts'
import type {
  AlertDelivery,
  AlertDeliveryDetail,
  AlertDeliveryPage,
  DeliveryFilter,
} from '../../../core/alerts/alert-delivery.ts'
import type { AlertRepository } from '../../../core/alerts/alert-repository.ts'
import { type AlertedFlowsChange, alertedFlowsAfter } from '../../../core/alerts/alerted-flows.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { Result } from '../../../core/result.ts'
import { MemoryAnswers, NOT_FOUND } from '../memory-answers.ts'
import { MemoryCollection } from '../memory-collection.ts'
import type { MemoryTrashRepository } from './memory-trash-repository.ts'

/** Without its key; an empty name is none. */
function kept({ key: _, name, ...draft }: AlertChannelDraft): Omit<AlertChannelDraft, 'key'> {
  return { ...draft, ...defined({ name: name || undefined }) }
}

export class MemoryAlertRepository extends MemoryAnswers implements AlertRepository {
  readonly #channels: MemoryCollection<AlertChannel>
  #nextId = 1
  /** Whether the server has a mail server. */
  emailAvailable = true
  /** Newest first. */
  sent: readonly AlertDelivery[] = []
  /** What was sent, of every delivery. */
  body = '{"type":"flow.failed"}'
  /** The receiver's answer to a message that a user sends. */
  reply: Pick<AlertDelivery, 'state' | 'status' | 'answer' | 'answerSentence'> = {
    state: 'delivered',
    status: 200,
    answer: 'ok',
  }

  constructor(trash?: MemoryTrashRepository) {
    super()
    this.#channels = new MemoryCollection((organizationId, removed) => {
      const { id, url = '', kind: type } = removed
      trash?.keep(organizationId, { id, name: url, type, kind: 'alert-channel' }, () =>
        this.#channels.put(organizationId, removed),
      )
    })
  }

  put(organizationId: string, channel: AlertChannel): void {
    this.#channels.put(organizationId, channel)
  }

  async list(organizationId: string): Promise<Result<AlertChannels>> {
    return this.answer(() => ({
      channels: this.#channels.of(organizationId).map((channel) => this.#withLast(channel)),
      emailAvailable: this.emailAvailable,
    }))
  }

  #withLast(channel: AlertChannel): AlertChannel {
    const last = this.sent.find(({ channelId, answer }) => channelId === channel.id && answer !== undefined)
    if (!last) return channel
    const { id, state, raisedAt: triedAt, status, answer, answerSentence } = last
    return { ...channel, lastDelivery: defined({ id, state, triedAt, status, answer, answerSentence }) }
  }

  async create(organizationId: string, draft: AlertChannelDraft): Promise<Result<AlertChannel>> {
    return this.answer(() => {
      const channel = this.#channels.put(organizationId, { ...kept(draft), id: `channel-${this.#nextId++}` })
      return draft.kind === 'webhook' ? { ...channel, secret: 'whsec_shown-once' } : channel
    })
  }

  async update(organizationId: string, channelId: string, draft: AlertChannelDraft): Promise<Result<AlertChannel>> {
    return this.answer(() =>
      this.#channels.change(organizationId, channelId, ({ id, name }) => ({
        ...kept({ name: name ?? '', ...draft }),
        id,
      })),
    )
  }

  async changeAlertedFlows(organizationId: string, { flowIds, channels }: AlertedFlowsChange): Promise<Result<void>> {
    return this.answer(() => {
      for (const { id, isAlerted } of channels)
        this.#channels.change(organizationId, id, (channel) => ({
          ...channel,
          flowIds: alertedFlowsAfter(channel.flowIds ?? [], flowIds, isAlerted),
        }))
    })
  }

  async remove(organizationId: string, channelId: string): Promise<Result<void>> {
    return this.answer(() => this.#channels.remove(organizationId, channelId))
  }

  async rotateSecret(organizationId: string, channelId: string): Promise<Result<AlertChannel>> {
    return this.answer(() => {
      const channel = this.#channels.find(organizationId, channelId)
      return channel ? { ...channel, secret: 'whsec_new' } : NOT_FOUND
    })
  }

  async takeOver(organizationId: string, channelId: string): Promise<Result<AlertChannel>> {
    return this.answer(() => {
      const channel = this.#channels.find(organizationId, channelId)
      if (!channel) return NOT_FOUND
      const { codeFile: _, ...own } = channel
      return this.#channels.put(organizationId, own)
    })
  }

  async test(organizationId: string, channelId: string): Promise<Result<AlertDelivery>> {
    return this.answer(() => {
      if (!this.#channels.find(organizationId, channelId)) return NOT_FOUND
      const sent = { event: 'test', attempts: 1, raisedAt: '2026-01-01T00:00:00.000Z' } as const
      const delivery = { id: `delivery-${this.sent.length + 1}`, channelId, ...sent, ...this.reply }
      this.sent = [delivery, ...this.sent]
      return delivery
    })
  }

  async deliveries(_: string, { channelId }: DeliveryFilter = {}): Promise<Result<AlertDeliveryPage>> {
    const isShown = (delivery: AlertDelivery) => channelId === undefined || delivery.channelId === channelId
    return this.answer(() => ({ deliveries: this.sent.filter(isShown) }))
  }

  async delivery(_: string, deliveryId: string): Promise<Result<AlertDeliveryDetail>> {
    return this.answer(() => {
      const delivery = this.sent.find(({ id }) => id === deliveryId)
      return delivery ? { ...delivery, messageId: delivery.replayOf ?? delivery.id, body: this.body } : NOT_FOUND
    })
  }

  async replay(_: string, deliveryId: string): Promise<Result<AlertDelivery>> {
    return this.answer(() => {
      const known = this.sent.find(({ id }) => id === deliveryId)
      if (!known) return NOT_FOUND
      const { status: _status, answer: _answer, nextTryAt: _next, ...kept } = known
      const repeated = { attempts: 1, replayOf: known.replayOf ?? known.id, ...this.reply }
      const delivery = { ...kept, ...repeated, id: `delivery-${this.sent.length + 1}` }
      this.sent = [delivery, ...this.sent]
      return delivery
    })
  }
}
