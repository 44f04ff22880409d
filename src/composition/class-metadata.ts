/**
 * In place of the package `reflect-metadata`, which inversify loads for classes with decorators. Our recipes have neither (decision 48), so all that
 * it stores is a counter of its own; the package would be 3 kB on the way to every page.
 */
const stored = new WeakMap<object, Map<unknown, unknown>>()

const getOwnMetadata = (key: unknown, target: object): unknown => stored.get(target)?.get(key)

function getMetadata(key: unknown, target: object): unknown {
  for (let at: object | null = target; at; at = Object.getPrototypeOf(at))
    if (stored.get(at)?.has(key)) return getOwnMetadata(key, at)
  return undefined
}

function defineMetadata(key: unknown, value: unknown, target: object): void {
  const own = stored.get(target) ?? new Map<unknown, unknown>()
  stored.set(target, own.set(key, value))
}

Object.assign(Reflect, { getOwnMetadata, getMetadata, defineMetadata })
