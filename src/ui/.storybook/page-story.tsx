import type { Meta } from '@storybook/react-vite'

import { createMemoryApp } from '../../composition/memory-app.ts'
import type { Ports } from '../../composition/ports.ts'
import { App } from '../app/app.tsx'

export interface PageArgs {
  readonly address: string
  /** The data and the server's answers; created again whenever the story is shown. */
  fakes?(): Partial<Ports> | Promise<Partial<Ports>>
}

/** For stories of a page: the whole client at its address, over fakes. */
export const pageStory = {
  parameters: { layout: 'fullscreen' },
  loaders: [
    async ({ args: { address, fakes = () => ({}) }, globals }) =>
      createMemoryApp(await fakes(), { address, locale: globals['locale'], theme: globals['theme'] }),
  ],
  render: (_args, { globals, loaded }) => <App key={`${globals['locale']} ${globals['theme']}`} {...loaded['app']} />,
} satisfies Meta<PageArgs>
