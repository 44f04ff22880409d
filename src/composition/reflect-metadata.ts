type Key = string | symbol | undefined

const known = new WeakMap<object, Map<Key, Map<unknown, unknown>>>()

const ownMetadata = (key: unknown, target: object, property?: string | symbol): unknown =>
  known.get(target)?.get(property)?.get(key)

const defineMetadata = (key: unknown, value: unknown, target: object, property?: string | symbol): void => {
  const ofTarget = known.get(target) ?? new Map<Key, Map<unknown, unknown>>()
  const ofProperty = ofTarget.get(property) ?? new Map<unknown, unknown>()
  known.set(target, ofTarget.set(property, ofProperty.set(key, value)))
}

const getMetadata = (key: unknown, target: object | null, property?: string | symbol): unknown =>
  target === null
    ? undefined
    : (ownMetadata(key, target, property) ?? getMetadata(key, Object.getPrototypeOf(target), property))

/** All that the container needs of the package `reflect-metadata`, in whose place the build puts this: it weighs 3 kB less on every page. */
Object.assign(Reflect, { defineMetadata, getMetadata, getOwnMetadata: ownMetadata })
