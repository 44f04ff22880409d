import type { Delivery, Outbox } from '../../src/engine/ports/delivery.ts'

/** An outbox as the store keeps it for one run, for tests without a store. */
export function makeMemoryOutbox(): Outbox & { readonly deliveries: ReadonlyMap<string, Delivery> } {
  const deliveries = new Map<string, Delivery>()
  return {
    deliveries,
    find: async (target) => deliveries.get(target),
    claim: async (target, rows) => {
      const { status } = deliveries.get(target) ?? {}
      if (status !== undefined && status !== 'refused') return false
      deliveries.set(target, { status: 'sending', rows })
      return true
    },
    finalize: async (target, status) => {
      const delivery = deliveries.get(target)
      if (delivery?.status === 'sending') deliveries.set(target, { ...delivery, status })
    },
  }
}
