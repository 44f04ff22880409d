/** Names of workers with something of their own, such as much memory, for which a flow may ask. */
export const WORKER_CLASS = /^[a-z0-9][a-z0-9-]{0,39}$/
