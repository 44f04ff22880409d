import { fileURLToPath } from 'node:url'
import type { StorybookConfig } from '@storybook/react-vite'

const config: StorybookConfig = {
  stories: ['../**/*.stories.tsx'],
  framework: {
    name: '@storybook/react-vite',
    options: { builder: { viteConfigPath: fileURLToPath(new URL('../../../vite.config.ts', import.meta.url)) } },
  },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: false },
  // Only the client that is served has need of compressed files.
  viteFinal: ({ plugins = [], ...rest }) => ({
    ...rest,
    plugins: plugins.filter((plugin) => !(plugin && 'name' in plugin && plugin.name === 'compress-client')),
  }),
}

export default config
