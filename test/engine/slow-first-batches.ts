import { setTimeout as sleep } from 'node:timers/promises'

import type { ChangeLoad } from '../../src/engine/ports/change-batch.ts'

/** A destination whose first three parts of batches each take this long; `parts` says how many have come. */
export function slowFirstBatches(milliseconds: number) {
  let parts = 0
  const wrapLoad = (load: ChangeLoad): ChangeLoad =>
    new Proxy(load, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        if (name !== 'apply') return value.bind(target)
        return async (...given: unknown[]) => {
          if (parts++ < 3) await sleep(milliseconds)
          return Reflect.apply(value, target, given)
        }
      },
    })
  return { wrapLoad, parts: () => parts }
}
