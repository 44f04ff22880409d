import { z } from 'zod/mini'

/** `/config.json`: what one build of the client needs to know about the deployment that serves it. */
export const clientConfiguration = z.looseObject({
  /** Where the API answers; empty means the page's own origin. */
  apiHost: z.string(),
  firebase: z.looseObject({ projectId: z.string(), apiKey: z.string(), authDomain: z.string() }),
  /** Set when accounts live in a local emulator: this is a local installation. */
  authEmulatorOrigin: z.nullish(z.string()),
})

export type ClientConfiguration = z.output<typeof clientConfiguration>
