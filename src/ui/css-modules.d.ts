declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  // biome-ignore lint/style/noDefaultExport: a CSS module exports its class names as the default export
  export default classes
}

declare module '*.css'
declare module '*.svg'

declare module '*.svg?no-inline' {
  const address: string
  // biome-ignore lint/style/noDefaultExport: an asset exports its address as the default export
  export default address
}

declare module '@fontsource-variable/inter'

declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}
