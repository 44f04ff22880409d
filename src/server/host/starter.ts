/** An end of an earlier process of this server that nobody had asked for. */
export interface Crash {
  /** In milliseconds since 1970. */
  readonly at: number
  /** In words, such as `SIGKILL: killed by the system`. */
  readonly how: string
}

/**
 * Tells the process that started us (src/bootstrap/exec-node.mjs) that this is a server, and when it is ready, so that it starts us again
 * after a crash. Others that may have started us, such as a shell or systemd, are told nothing.
 */
export function notifyStarter(state: 'starting' | 'ready'): void {
  process.send?.({ millrace: state }, undefined, undefined, () => {})
}

/** Calls `listener` with the crashes of earlier processes, the oldest first, if the process that started us knows of some. */
export function onCrashes(listener: (crashes: readonly Crash[]) => void): void {
  process.on('message', (message: { readonly crashes?: readonly Crash[] }) => {
    if (message.crashes) listener(message.crashes)
  })
}
