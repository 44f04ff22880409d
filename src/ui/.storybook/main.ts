import { fileURLToPath } from 'node:url'
import type { StorybookConfig } from '@storybook/react-vite'

const config: StorybookConfig = {
  stories: ['../**/*.stories.tsx'],
  framework: {
    name: '@storybook/react-vite',
    options: { builder: { viteConfigPath: fileURLToPath(new URL('../../../vite.config.ts', import.meta.url)) } },
  },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  features: { sidebarOnboardingChecklist: false },
  typescript: { reactDocgen: false },
  viteFinal: ({ plugins = [], ...rest }) => ({
    ...rest,
    // Storybook resolves them from its working folder, Vite from here: if they are found late, packages load one after the other.
    optimizeDeps: { entries: ['**/*.stories.tsx'] },
    // Only the served client needs compressed files.
    plugins: plugins.filter((plugin) => !(plugin && 'name' in plugin && plugin.name === 'compress-client')),
  }),
}

export default config
