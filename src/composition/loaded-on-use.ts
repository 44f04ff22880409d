type Method = (...given: unknown[]) => unknown

/** A port whose code is loaded with its first call, because every method of a port answers later anyway. */
export function loadedOnUse<Port extends object>(load: () => Promise<Port>): Port {
  const method = (name: PropertyKey): Method => {
    return async (...given) => {
      const port = await load()
      const called = Reflect.get(port, name) as Method
      return called.apply(port, given)
    }
  }
  // What has a `then` would be taken for a promise.
  return new Proxy({} as Port, { get: (_, name) => (name === 'then' ? undefined : method(name)) })
}
