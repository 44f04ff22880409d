export const SERVER_LAYERS: readonly string[]
