export type Explained = <T>(work: () => Promise<T>) => Promise<T>

/** Runs work whose errors are a server's own. @param signal of the run: after its end, its reason counts instead of what it has caused */
export const explaining =
  (explain: (error: unknown) => Error, signal?: AbortSignal): Explained =>
  async (work) => {
    try {
      return await work()
    } catch (error) {
      signal?.throwIfAborted()
      throw explain(error)
    }
  }
